"""Write the samples with the libraries whose records they are: `python tests/shapes/make.py NAME…`.

Without a name all are written whose library is installed. Nothing is called over a network. Which version made what
stands in `samples/VERSIONS.toml`; `promptfoo.json` is what promptfoo wrote in `tests/integrations`, its results alone.
"""

from __future__ import annotations

import dataclasses
import json
import sys
import tomllib
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent / "samples"
QUESTION = "How hot is the oven, and for how long does it bake?"
ANSWER = "Bake at 230 °C [1] for 25 minutes."
PASSAGES = ["Heat the oven to 230 °C.", "The loaf bakes for 30 minutes."]
MAKERS: dict[str, tuple[str, Callable[[], Any]]] = {}


def maker(name: str, package: str) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """Name a function that returns a sample: a JSON value, or a text as it is."""

    def named(function: Callable[[], Any]) -> Callable[[], Any]:
        MAKERS[name] = package, function
        return function

    return named


@maker("ragas.jsonl", "ragas")
def ragas() -> Any:
    from ragas import EvaluationDataset, SingleTurnSample

    given = {"user_input": QUESTION, "response": ANSWER, "retrieved_contexts": PASSAGES, "reference": "Gold: 99 °C."}
    sample = SingleTurnSample(**given)
    path = HERE / "ragas.jsonl"
    EvaluationDataset(samples=[sample]).to_jsonl(path)
    return path.read_text(encoding="utf-8")


def _deepeval() -> Any:
    from deepeval.test_case import LLMTestCase, RetrievedContextData

    contexts = [PASSAGES[0], RetrievedContextData(source="loaf of 25 minutes", context=PASSAGES[1])]
    return LLMTestCase(
        input=QUESTION, actual_output=ANSWER, retrieval_context=contexts, context=["Gold: 25 minutes."], name="loaf"
    )


@maker("deepeval.json", "deepeval")
def deepeval() -> Any:
    return json.loads(_deepeval().model_dump_json())


@maker("deepeval-alias.json", "deepeval")
def deepeval_alias() -> Any:
    return [json.loads(_deepeval().model_dump_json(by_alias=True))]


def _documents() -> Any:
    from langchain_core.documents import Document

    return [Document(page_content=text, metadata={"source": f"{n}.pdf"}) for n, text in enumerate(PASSAGES)]


def _retriever() -> Any:
    from langchain_core.retrievers import BaseRetriever

    class Fixed(BaseRetriever):
        def _get_relevant_documents(self, query: str, *, run_manager: Any) -> Any:
            return _documents()

    return Fixed()


@maker("langchain.json", "langchain-classic")
def langchain() -> Any:
    from langchain_classic.chains import create_retrieval_chain
    from langchain_classic.chains.combine_documents import create_stuff_documents_chain
    from langchain_core.language_models import FakeListChatModel
    from langchain_core.prompts import ChatPromptTemplate

    prompt = ChatPromptTemplate.from_template("{context} {input}")
    chain = create_stuff_documents_chain(FakeListChatModel(responses=[ANSWER]), prompt)
    made = create_retrieval_chain(_retriever(), chain).invoke({"input": QUESTION})
    return {**made, "context": [document.model_dump() for document in made["context"]]}


@maker("langchain-lc.json", "langchain-classic")
def langchain_lc() -> Any:
    from langchain_classic.chains import RetrievalQA
    from langchain_core.language_models import FakeListLLM
    from langchain_core.load import dumps

    chain = RetrievalQA.from_chain_type(
        FakeListLLM(responses=[ANSWER]), retriever=_retriever(), return_source_documents=True
    )
    return json.loads(dumps(chain.invoke({"query": QUESTION})))


@maker("llamaindex.json", "llama-index-core")
def llamaindex() -> Any:
    from llama_index.core.base.response.schema import Response
    from llama_index.core.schema import NodeWithScore, TextNode

    nodes = [NodeWithScore(node=TextNode(text=text, id_=f"n{n}"), score=0.5) for n, text in enumerate(PASSAGES)]
    made = dataclasses.asdict(Response(response=ANSWER, source_nodes=[], metadata={}))
    return {**made, "source_nodes": [node.to_dict() for node in nodes]}


@maker("llamaindex-eval.json", "llama-index-core")
def llamaindex_eval() -> Any:
    from llama_index.core.evaluation import EvaluationResult

    return json.loads(EvaluationResult(query=QUESTION, contexts=PASSAGES, response=ANSWER).model_dump_json())


def _haystack() -> Any:
    from haystack import Document
    from haystack.dataclasses import GeneratedAnswer

    documents = [Document(id=f"d{n}", content=text) for n, text in enumerate(PASSAGES)]
    return GeneratedAnswer(data=ANSWER, query=QUESTION, documents=documents, meta={})


@maker("haystack.json", "haystack-ai")
def haystack() -> Any:
    return _haystack().to_dict()


@maker("haystack-fields.json", "haystack-ai")
def haystack_fields() -> Any:
    made = _haystack()
    documents = [document.to_dict() for document in made.documents]
    return {"answers": [{"data": made.data, "query": made.query, "documents": documents, "meta": made.meta}]}


@maker("vectara.json", "vectara")
def vectara() -> Any:
    from vectara import types

    results = [
        types.IndividualSearchResult(text=text, score=0.9, document_id=f"d{n}") for n, text in enumerate(PASSAGES)
    ]
    return json.loads(types.QueryFullResponse(summary=ANSWER, search_results=results).model_dump_json())


@maker("cohere.json", "cohere")
def cohere() -> Any:
    import cohere as sdk

    sources = [
        {"type": "document", "id": f"doc:{n}", "document": {"id": f"doc:{n}", "snippet": text}}
        for n, text in enumerate(PASSAGES)
    ]
    message = {
        "role": "assistant",
        "content": [{"type": "text", "text": ANSWER}],
        "citations": [{"start": 0, "end": 4, "text": "Bake", "sources": sources, "type": "TEXT_CONTENT"}],
    }
    made = sdk.V2ChatResponse.model_validate({"id": "c1", "finish_reason": "COMPLETE", "message": message})
    return json.loads(made.model_dump_json())


@maker("cohere-1.json", "cohere")
def cohere_1() -> Any:
    import cohere as sdk

    documents = [{"id": f"doc_{n}", "title": "99 °C", "snippet": text} for n, text in enumerate(PASSAGES)]
    made = sdk.NonStreamedChatResponse(text=ANSWER, generation_id="g1", documents=documents)
    return json.loads(made.model_dump_json())


@maker("bedrock.json", "botocore")
def bedrock() -> Any:
    from botocore.parsers import create_parser
    from botocore.session import get_session

    model = get_session().get_service_model("bedrock-agent-runtime").operation_model("RetrieveAndGenerate")
    references = [
        {"content": {"text": text, "type": "TEXT"}, "location": {"type": "S3", "s3Location": {"uri": f"s3://b/{n}"}}}
        for n, text in enumerate(PASSAGES)
    ]
    part = {"textResponsePart": {"text": ANSWER}}
    citations = [{"generatedResponsePart": part, "retrievedReferences": references}]
    body = {"sessionId": "s1", "output": {"text": ANSWER}, "citations": citations}
    answered = {"body": json.dumps(body).encode(), "headers": {}, "status_code": 200}
    return create_parser("rest-json").parse(answered, model.output_shape)


@maker("openai-responses.json", "openai")
def openai_responses() -> Any:
    from openai.types.responses import Response

    results = [{"file_id": f"f{n}", "filename": "a.md", "text": text, "score": 0.9} for n, text in enumerate(PASSAGES)]
    search = {"id": "fs", "type": "file_search_call", "status": "completed", "queries": [QUESTION], "results": results}
    text = {"type": "output_text", "text": ANSWER, "annotations": []}
    message = {"id": "m", "type": "message", "role": "assistant", "status": "completed", "content": [text]}
    made = Response.model_validate(
        {
            "id": "r1", "object": "response", "created_at": 0, "model": "m", "output": [search, message],
            "parallel_tool_calls": False, "tool_choice": "auto", "tools": [],
        }
    )  # fmt: skip
    return json.loads(made.model_dump_json())


@maker("anthropic.json", "anthropic")
def anthropic() -> Any:
    from anthropic.types import Message

    def cited(n: int) -> dict[str, Any]:
        text = PASSAGES[n]
        return {
            "type": "char_location", "cited_text": text, "document_index": n, "document_title": f"Document {n}",
            "start_char_index": 0, "end_char_index": len(text), "file_id": None,
        }  # fmt: skip

    blocks = [
        {"type": "text", "text": "Bake at 230 °C [1]", "citations": [cited(0)]},
        {"type": "text", "text": " for 25 minutes.", "citations": [cited(1)]},
    ]
    usage = {"input_tokens": 1, "output_tokens": 1}
    made = Message.model_validate(
        {
            "id": "a1", "type": "message", "role": "assistant", "model": "m", "content": blocks,
            "stop_reason": "end_turn", "stop_sequence": None, "usage": usage,
        }
    )  # fmt: skip
    return json.loads(made.model_dump_json())


@maker("otel.jsonl", "opentelemetry-sdk")
def otel() -> Any:
    from openinference.semconv.trace import DocumentAttributes, SpanAttributes
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    memory, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    tracer = provider.get_tracer("sample")
    with tracer.start_as_current_span("answer") as root:
        root.set_attribute(SpanAttributes.INPUT_VALUE, QUESTION)
        root.set_attribute(SpanAttributes.OUTPUT_VALUE, ANSWER)
        with tracer.start_as_current_span("retrieve") as span:
            for n, text in enumerate(PASSAGES):
                key = f"{SpanAttributes.RETRIEVAL_DOCUMENTS}.{n}.{DocumentAttributes.DOCUMENT_CONTENT}"
                span.set_attribute(key, text)
    return "".join(span.to_json(indent=None) + "\n" for span in memory.get_finished_spans())


@maker("langsmith.json", "langsmith")
def langsmith() -> Any:
    from datetime import UTC, datetime
    from uuid import UUID

    from langsmith.schemas import Run

    documents = [{"page_content": text, "metadata": {}, "type": "Document"} for text in PASSAGES]
    made = Run(
        id=UUID(int=1), name="qa", run_type="chain", start_time=datetime(2025, 1, 1, tzinfo=UTC), trace_id=UUID(int=1),
        session_id=UUID(int=2), inputs={"question": QUESTION}, outputs={"answer": ANSWER, "documents": documents},
    )  # fmt: skip
    return [json.loads(made.model_dump_json() if hasattr(made, "model_dump_json") else made.json())]


@maker("openai-evals.jsonl", "openai")
def openai_evals() -> Any:
    from openai.types.evals.runs import OutputItemListResponse

    usage = {"cached_tokens": 0, "completion_tokens": 0, "prompt_tokens": 0, "total_tokens": 0}
    made = OutputItemListResponse.model_construct(
        id="oi1", created_at=0, datasource_item={"question": QUESTION, "contexts": PASSAGES}, datasource_item_id=1,
        eval_id="e1", object="eval.run.output_item", results=[], run_id="r1", status="fail",
        sample={
            "error": None, "finish_reason": "stop", "input": [{"role": "user", "content": QUESTION}],
            "max_completion_tokens": None, "model": "m", "output": [{"role": "assistant", "content": ANSWER}],
            "seed": None, "temperature": None, "top_p": None, "usage": usage,
        },
    )  # fmt: skip
    return json.dumps(made.to_dict(), ensure_ascii=False) + "\n"


@maker("inspect.json", "inspect-ai")
def inspect() -> Any:
    import tempfile

    from inspect_ai import Task, eval
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ModelOutput
    from inspect_ai.solver import solver

    @solver
    def scripted() -> Any:
        async def solve(state: Any, generate: Any) -> Any:
            state.output = ModelOutput.from_content("mockllm/model", ANSWER)
            return state

        return solve

    dataset = MemoryDataset([Sample(id="loaf", input=QUESTION, metadata={"contexts": PASSAGES})])
    with tempfile.TemporaryDirectory() as folder:
        (log,) = eval(
            Task(dataset=dataset, solver=scripted()), model="mockllm/model", log_dir=folder, log_format="json",
            display="none", score=False,
        )  # fmt: skip
        made = json.loads(Path(str(log.location).removeprefix("file://")).read_text(encoding="utf-8"))
    return {key: made[key] for key in ("version", "status", "samples")} | {"eval": {"task": made["eval"]["task"]}}


def main(names: list[str]) -> None:
    """Write the samples of these names, or of all libraries that are here."""
    HERE.mkdir(exist_ok=True)
    book = HERE / "VERSIONS.toml"
    versions: dict[str, str] = tomllib.loads(book.read_text(encoding="utf-8")) if book.exists() else {}
    for name, (package, make) in MAKERS.items():
        if names and name not in names:
            continue
        try:
            versions[name] = f"{package} {version(package)}"
        except ImportError:
            continue
        made = make()
        text = made if isinstance(made, str) else json.dumps(made, ensure_ascii=False, indent=1) + "\n"
        (HERE / name).write_text(text, encoding="utf-8")
        print(name, versions[name])
    head = "# Which library and version wrote each sample; samples that are not named here are written by hand.\n"
    lines = [f'"{name}" = "{versions[name]}"\n' for name in sorted(versions)]
    book.write_text(head + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
