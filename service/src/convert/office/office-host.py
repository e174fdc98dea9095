"""Keeps one LibreOffice alive and has it convert one document after another.

Runs inside the sandbox, with the Python that carries LibreOffice's bindings:

    office-host.py PROGRAM_FOLDER PRIVATE_FOLDER [FILTER]

FILTER is a system call filter in hexadecimal digits that LibreOffice is started with, in addition to the host's own.

Documents come and go through standard input and output, so none of them touches a disk that outlives the sandbox. A
question is a line of JSON and the bytes of the document; an answer is a line of JSON and the bytes of the result:

    {"from": "doc", "to": "docx", "bytes": 1234, "isCold": false, "filterData": {}}   1234 bytes
    {"kind": "converted", "bytes": 5678}                                             5678 bytes
    {"kind": "unreadable"}            LibreOffice does not open it as a Word document
    {"kind": "failed"}                LibreOffice opened it and could not write the result

    {"probe": [TARGET, ...]}          tries to reach each target from a process that is confined as LibreOffice is
    {"kind": "probed", "reached": [NAME, ...]}

The first line says {"kind": "ready"}. When LibreOffice dies the host ends, and whoever asked starts another. The host
sets no limits of time and memory: its parent watches both and ends all processes at once.
"""

import ctypes
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import DisposedException
from com.sun.star.uno import Exception as UnoException

START_SECONDS = 60
# LibreOffice ends with this code when it wants to be started again, which it does with a profile that it does not know.
START_AGAIN = 81
PR_SET_PDEATHSIG = 1
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38
SECCOMP_MODE_FILTER = 2
C = ctypes.CDLL(None, use_errno=True)
NO_MACROS = 0
NO_UPDATE = 0

EXPORT_FILTERS = {"docx": "MS Word 2007 XML", "pdf": "writer_pdf_Export"}
# The filters that may open a document. LibreOffice chooses by content; anything else is not the document it claims to be.
IMPORT_FILTERS = {"doc": ("MS Word 97", "MS Word 95", "MS WinWord 6.0"), "docx": ("MS Word 2007 XML", "Office Open XML Text")}


def main():
    program, private, *rest = sys.argv[1:]
    office = Office(program, private, bytes.fromhex("".join(rest)))
    say({"kind": "ready"})
    for line in iter(sys.stdin.buffer.readline, b""):
        question = json.loads(line)
        if "probe" in question:
            say({"kind": "probed", "reached": office.probe(question["probe"])})
            continue
        source = os.path.join(private, "source." + question["from"])
        receive(source, question["bytes"])
        result = os.path.join(private, "result." + question["to"])
        try:
            answer = office.convert(question, source, result)
            if answer["kind"] == "converted":
                send(result)
            else:
                say(answer)
        finally:
            for path in (source, result):
                if os.path.exists(path):
                    os.remove(path)


class Office:
    def __init__(self, program, private, system_calls):
        self.program = program
        self.private = private
        self.system_calls = system_calls
        pipe = f"versus-{os.getpid()}"
        accept = f"--accept=pipe,name={pipe};urp"
        for _ in range(2):
            self.process = self.start("kept", ["--nodefault", accept])
            self.desktop = self.connect(pipe)
            if self.desktop is not None:
                return
        raise SystemExit("LibreOffice does not start")

    def start(self, name, words):
        """A process of its own, with a profile of its own."""
        profile = os.path.join(self.private, name)
        if not os.path.exists(profile):
            write_profile(self.program, profile)
        url = uno.systemPathToFileUrl(profile)
        options = ["--headless", "--nologo", "--norestore", "--nolockcheck", *words]
        command = [os.path.join(self.program, "soffice.bin"), f"-env:UserInstallation={url}", *options]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, preexec_fn=self.confine)

    def confine(self):
        """Runs in the new process. It ends with the host, and has fewer system calls."""
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if self.system_calls:
            prctl(PR_SET_NO_NEW_PRIVS, 1)
            filters = ctypes.create_string_buffer(self.system_calls)
            program = struct.pack("HxxxxxxP", len(self.system_calls) // 8, ctypes.addressof(filters))
            prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program)

    def probe(self, targets):
        path = os.path.join(os.path.dirname(__file__), "wall-probe.py")
        probe = subprocess.run(
            [sys.executable, path], input=json.dumps(targets).encode(), stdout=subprocess.PIPE, preexec_fn=self.confine
        )
        return json.loads(probe.stdout)

    def connect(self, pipe):
        """The desktop of the office that listens on the pipe; None when it wants to be started again."""
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            try:
                context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
                return context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
            except NoConnectException:
                if self.process.poll() == START_AGAIN:
                    return None
                if self.process.returncode is not None:
                    break
                time.sleep(0.02)
        raise SystemExit("LibreOffice does not start")

    def convert(self, question, source, result):
        if question.get("isCold"):
            return self.convert_cold(question, source, result)
        try:
            return self.convert_kept(question, source, result)
        except DisposedException as problem:
            raise SystemExit("LibreOffice died") from problem

    def convert_kept(self, question, source, result):
        document = self.open(source, IMPORT_FILTERS[question["from"]])
        if document is None:
            return {"kind": "unreadable"}
        try:
            export = {"FilterName": EXPORT_FILTERS[question["to"]]}
            data = question.get("filterData")
            if data:
                export["FilterData"] = uno.Any("[]com.sun.star.beans.PropertyValue", properties(**data))
            document.storeToURL(uno.systemPathToFileUrl(result), properties(**export))
            return {"kind": "converted"}
        except DisposedException:
            raise
        except UnoException:
            return {"kind": "failed"}
        finally:
            document.close(True)

    def open(self, source, filters):
        """None where it is not the document that it claims to be. LibreOffice tells no reason."""
        given = properties(Hidden=True, ReadOnly=True, MacroExecutionMode=NO_MACROS, UpdateDocMode=NO_UPDATE)
        try:
            document = self.desktop.loadComponentFromURL(uno.systemPathToFileUrl(source), "_blank", 0, given)
        except DisposedException:
            raise
        except UnoException:
            return None
        if document is None:
            return None
        used = next((item.Value for item in document.getArgs() if item.Name == "FilterName"), None)
        if used in filters:
            return document
        document.close(True)
        return None

    def convert_cold(self, question, source, result):
        """A process for this document alone."""
        name = EXPORT_FILTERS[question["to"]]
        data = question.get("filterData")
        options = ":" + json.dumps({key: typed(value) for key, value in data.items()}) if data else ""
        words = ["--convert-to", f"{question['to']}:{name}{options}", "--outdir", self.private + "/cold-result", source]
        process = self.start("cold", words)
        if process.wait() == START_AGAIN:
            process = self.start("cold", words)
            process.wait()
        made = os.path.join(self.private, "cold-result", "source." + question["to"])
        # The exit code is 0 when nothing was converted, too.
        if not os.path.exists(made):
            return {"kind": "unreadable" if process.returncode == 0 else "failed"}
        os.replace(made, result)
        return {"kind": "converted"}


def write_profile(program, profile):
    """A profile that LibreOffice does not ask to be started again with: it bears the number of the very build."""
    user = os.path.join(profile, "user")
    os.makedirs(os.path.join(user, "extensions"))
    with open(os.path.join(program, "versionrc"), encoding="utf-8") as lines:
        build = next((line.strip().split("=", 1)[1] for line in lines if line.startswith("buildid=")), "")
    with open(os.path.join(user, "extensions", "buildid"), "w", encoding="ascii") as file:
        file.write(build)
    shutil.copyfile(os.path.join(os.path.dirname(__file__), "profile.xcu"), os.path.join(user, "registrymodifications.xcu"))


def prctl(option, *values):
    given = [ctypes.c_char_p(value) if isinstance(value, bytes) else ctypes.c_ulong(value) for value in values]
    if C.prctl(option, *given, *[ctypes.c_ulong(0)] * (4 - len(given))) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def properties(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


def typed(value):
    """As the command line of LibreOffice wants options of a filter."""
    kind = "boolean" if isinstance(value, bool) else "long" if isinstance(value, int) else "string"
    return {"type": kind, "value": json.dumps(value) if kind != "string" else value}


def receive(path, size):
    with open(path, "wb") as file:
        while size > 0:
            piece = sys.stdin.buffer.read(min(size, 1 << 20))
            if not piece:
                raise SystemExit("The document ended early")
            file.write(piece)
            size -= len(piece)


def send(path):
    say({"kind": "converted", "bytes": os.path.getsize(path)})
    with open(path, "rb") as file:
        shutil.copyfileobj(file, sys.stdout.buffer, 1 << 20)
    sys.stdout.buffer.flush()


def say(answer):
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
    sys.stdout.buffer.flush()


main()
