"""The table of shapes: one row for each kind of record that other programs write. The page in `docs/` is made from it.

A path is in the notation of `paths`; of several the first that is there counts.
"""

from __future__ import annotations

from typing import Final, NamedTuple

OWN: Final = "quantcheck"
OURS_NEVER: Final = ("input", "query", "user_input", "contexts", "retrieved_contexts")
"""A record with one of these keys is somebody else's, though it has an `answer`."""


class Shape(NamedTuple):
    """Where a kind of record has its parts. What is `named` is never recognised: `--input-format` asks for it."""

    name: str
    title: str
    answer: tuple[str, ...]
    question: tuple[str, ...] = ()
    passages: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    """Where a passage that is an object has its text, before the keys that ours may have."""
    ids: tuple[str, ...] = ()
    """Where a passage has an id, before the keys that ours may have."""
    needs: tuple[str, ...] = ()
    """One of these must be there, beside the answer; none named means that the answer's key says enough."""
    also: tuple[str, ...] = ()
    """Other keys that such a record has; nothing is read there."""
    records: tuple[str, ...] = ()
    """Where the records stand in a document that holds many."""
    identity: tuple[str, ...] = ("id",)
    """What names a record; where it is several parts they are joined."""
    named: bool = False
    source_prefix: bool = False
    """Passages may begin with the name of their source and a colon, which is no evidence."""
    note: str = ""
    version: str = ""
    """The library and version whose output was tried."""


SHAPES: Final[tuple[Shape, ...]] = (
    Shape(
        OWN,
        "quantcheck",
        answer=("answer",),
        question=("question",),
        passages=("context", "excerpts", "passages", "documents", "sources"),
        note="See docs/input.md; a transcript is recognised too.",
    ),
    Shape(
        "ragas",
        "ragas, from 0.2",
        answer=("response",),
        question=("user_input",),
        passages=("retrieved_contexts",),
        needs=("user_input", "retrieved_contexts"),
        also=("reference", "reference_contexts", "retrieved_context_ids", "reference_context_ids", "rubrics",
              "multi_responses", "persona_name", "query_style", "query_length"),
        note="`reference` and `reference_contexts` are gold and no evidence.",
        version="ragas 0.4.3",
    ),
    Shape(
        "ragas-1",
        "ragas 0.1",
        answer=("answer",),
        question=("question",),
        passages=("contexts",),
        needs=("contexts",),
        also=("ground_truth", "ground_truths"),
        note="The keys of ragas 0.1; later versions write the shape above.",
    ),
    Shape(
        "deepeval",
        "deepeval",
        answer=("actual_output", "actualOutput"),
        question=("input",),
        passages=("retrieval_context", "retrievalContext"),
        also=("expected_output", "expectedOutput", "context", "name", "tools_called", "toolsCalled", "expected_tools",
              "expectedTools", "token_cost", "tokenCost", "completion_time", "completionTime", "metadata", "tags"),
        records=("testCases[]", "test_cases[]", "testResults[]", "test_results[]"),
        identity=("name",),
        source_prefix=True,
        note="`context` and `expected_output` are gold and no evidence. A context object is saved as `source: text`: "
        "what stands before the first colon of a passage is its name, and no evidence.",
        version="deepeval 4.3.1",
    ),
    Shape(
        "langchain",
        "LangChain retrieval chains",
        answer=("answer", "result", "answer.kwargs.content", "result.kwargs.content", "answer.content"),
        question=("input", "query", "question"),
        passages=("context", "source_documents"),
        text=("page_content", "kwargs.page_content"),
        ids=("id", "kwargs.id", "metadata.source", "kwargs.metadata.source"),
        needs=("input", "query", "source_documents"),
        also=("chat_history",),
        note="Documents as `page_content` or in the serialised `lc` form.",
        version="langchain-classic 1.0.8",
    ),
    Shape(
        "llamaindex",
        "LlamaIndex responses",
        answer=("response",),
        question=("query", "query_str"),
        passages=("source_nodes",),
        text=("node.text", "node.text_resource.text", "text"),
        ids=("node.id_", "node.node_id", "id_"),
        needs=("source_nodes",),
        also=("metadata",),
        note="A response has no question: name it with `--question`.",
        version="llama-index-core 0.14.25",
    ),
    Shape(
        "llamaindex-eval",
        "LlamaIndex evaluation results",
        answer=("response",),
        question=("query",),
        passages=("contexts",),
        needs=("query",),
        also=("passing", "feedback", "score", "pairwise_source", "invalid_result", "invalid_reason"),
        version="llama-index-core 0.14.25",
    ),
    Shape(
        "haystack",
        "Haystack generated answers",
        answer=("data", "init_parameters.data"),
        question=("query", "init_parameters.query"),
        passages=("documents", "init_parameters.documents"),
        text=("content", "init_parameters.content"),
        ids=("id", "init_parameters.id"),
        needs=("query", "documents", "init_parameters.documents", "init_parameters.query"),
        also=("meta", "type"),
        records=("answers[]", "answer_builder.answers[]"),
        version="haystack-ai 3.4.1",
    ),
    Shape(
        "phoenix",
        "Phoenix",
        answer=("output",),
        question=("input",),
        passages=("context",),
        needs=("input", "context"),
        also=("reference", "label", "score", "explanation"),
        note="`context` is one string, and so one passage.",
    ),
    Shape(
        "promptfoo",
        "promptfoo output",
        answer=("response.output",),
        question=("vars.query", "vars.question", "vars.input"),
        passages=("vars.context", "vars.contexts", "vars.passages", "vars.documents"),
        needs=("vars",),
        also=("id", "prompt", "promptId", "promptIdx", "provider", "testCase", "testIdx", "success", "score",
              "latencyMs", "gradingResult", "namedScores", "failureReason", "cost", "metadata", "error"),
        records=("results.results[]", "results[]"),
        note="`vars.context` is a string, or a list under `disableVarExpansion`.",
        version="promptfoo 0.123.1",
    ),
    Shape(
        "inspect",
        "Inspect logs",
        answer=("output.choices[0].message.content", "output.choices[0].message.content[type=text].text",
                "output.completion"),
        question=("input",),
        passages=("metadata.contexts", "metadata.passages", "metadata.documents", "metadata.retrieved_contexts"),
        text=("page_content",),
        needs=("output.choices", "output.completion"),
        also=("epoch", "target", "messages", "scores", "metadata", "store", "events", "model_usage", "uuid"),
        records=("samples[]",),
        identity=("id", "epoch"),
        note="A log as JSON; `inspect log dump` makes one of an `.eval` file.",
        version="inspect-ai 0.3.285",
    ),
    Shape(
        "bedrock",
        "Amazon Bedrock RetrieveAndGenerate",
        answer=("output.text",),
        question=("input.text", "question", "query"),
        passages=("citations[].retrievedReferences",),
        text=("content.text",),
        ids=("location.s3Location.uri", "location.webLocation.url"),
        needs=("citations", "sessionId"),
        also=("guardrailAction", "ResponseMetadata"),
        identity=("sessionId",),
        note="Only cited references are saved. Name the question with `--question`.",
        version="botocore 1.44.8",
    ),
    Shape(
        "vectara",
        "Vectara query and chat",
        answer=("summary", "answer"),
        question=("query", "question"),
        passages=("search_results",),
        ids=("document_id",),
        needs=("search_results",),
        also=("factual_consistency_score", "response_language", "rendered_prompt", "chat_id", "turn_id"),
        identity=("turn_id",),
        note="Name the question with `--question`.",
        version="vectara 0.4.3",
    ),
    Shape(
        "cohere",
        "Cohere chat, version 2",
        answer=("message.content[type=text].text",),
        question=("question", "query"),
        passages=("message.citations[].sources",),
        text=("document.text", "document.snippet", "document.content", "document.contents"),
        needs=("message.content",),
        also=("finish_reason", "usage"),
        note="Only cited documents are saved. Name the question with `--question`.",
        version="cohere 7.3.1",
    ),
    Shape(
        "cohere-1",
        "Cohere chat, version 1",
        answer=("text",),
        question=("question", "query"),
        passages=("documents",),
        text=("text", "snippet", "content", "contents"),
        needs=("documents", "generation_id"),
        also=("citations", "search_queries", "search_results", "finish_reason", "chat_history", "meta", "response_id"),
        identity=("generation_id",),
        note="Name the question with `--question`.",
        version="cohere 7.3.1",
    ),
    Shape(
        "openai-responses",
        "OpenAI Responses",
        answer=("output[type=message].content[type=output_text].text", "output_text"),
        question=("input",),
        passages=("output[type=file_search_call].results",),
        ids=("file_id", "filename"),
        named=True,
        note="Ask for the results of the file search (`include`); without them there is no evidence.",
        version="openai 3.57.0",
    ),
    Shape(
        "anthropic",
        "Anthropic citations",
        answer=("content[type=text].text", "response.content[type=text].text"),
        question=("question", "messages", "request.messages"),
        passages=("messages[].content[type=document]", "request.messages[].content[type=document]",
                  "content[].citations", "response.content[].citations"),
        text=("cited_text", "source.data", "source.content"),
        ids=("document_title", "title"),
        named=True,
        note="With the request's `messages` the passages are its documents, else the cited texts. Documents count "
        "from 0 there: `--citation-base 0` reads `[0]` as the first.",
        version="anthropic 2.14.0",
    ),
    Shape(
        "otel",
        "OpenTelemetry, OpenInference and TruLens spans",
        answer=('attributes["output.value"]', "attributes.output.value", '["attributes.output.value"]',
                "attributes[key=output.value].value.stringValue",
                'attributes["ai.observability.record_root.output"]'),
        question=('attributes["input.value"]', "attributes.input.value", '["attributes.input.value"]',
                  "attributes[key=input.value].value.stringValue",
                  'attributes["ai.observability.record_root.input"]'),
        passages=('attributes["retrieval.documents.*.document.content"]', "attributes.retrieval.documents",
                  '["attributes.retrieval.documents"]',
                  "attributes[key=retrieval.documents.*.document.content].value.stringValue",
                  'attributes["ai.observability.retrieval.retrieved_contexts"]'),
        text=('["document.content"]', "document.content"),
        ids=('["document.id"]', "document.id"),
        records=("resourceSpans[].scopeSpans[].spans[]", "spans[]"),
        identity=("context.span_id", "span_id", "spanId"),
        named=True,
        note="A root span without passages takes those of the retriever spans of its trace.",
        version="opentelemetry-sdk 1.45.2",
    ),
    Shape(
        "langsmith",
        "LangSmith runs",
        answer=("outputs.answer", "outputs.output", "outputs.result", "outputs.response"),
        question=("inputs.question", "inputs.input", "inputs.query"),
        passages=("outputs.documents", "outputs.context", "outputs.contexts", "outputs.source_documents",
                  "outputs.retrieved_contexts", "inputs.documents", "inputs.context", "inputs.contexts"),
        text=("page_content", "kwargs.page_content"),
        named=True,
        version="langsmith 0.15.1",
    ),
    Shape(
        "openai-evals",
        "OpenAI evals",
        answer=("sample.output_text", "sample.output[].content", "data.sampled[0]", "data.sampled"),
        question=("item.question", "item.query", "item.input", "datasource_item.question", "datasource_item.query",
                  "datasource_item.input", "data.prompt"),
        passages=("item.contexts", "item.context", "item.passages", "item.documents", "datasource_item.contexts",
                  "datasource_item.context", "datasource_item.passages", "datasource_item.documents"),
        records=("data[]",),
        identity=("sample_id", "id"),
        named=True,
        version="openai 3.57.0",
    ),
)  # fmt: skip

BY_NAME: Final = {shape.name: shape for shape in SHAPES}
