"""What holds of every test: a time is a fault of the machine before it is one of the code (see `growth`)."""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("hypothesis") is not None:  # the environments of hosts and engines have no test that needs it
    from hypothesis import HealthCheck, settings

    settings.register_profile("quantcheck", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("quantcheck")
