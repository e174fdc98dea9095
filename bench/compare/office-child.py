"""LibreOffice's "compare document", measured: one question a line in, one answer a line out, as engine-child.ts.

Run by the Python that carries LibreOffice's bindings, with the folder of a profile of its own. The CPU time and the
memory are those of the office and everything it started; opening both documents and saving the redline are included.
"""

import json
import os
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import DisposedException

START_SECONDS = 60
WORD_FORMAT = "MS Word 2007 XML"
# com.sun.star.frame.DispatchResultState.FAILURE
FAILED = 0
MS_A_TICK = 1000 / os.sysconf("SC_CLK_TCK")


def properties(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


class Office:
    def __init__(self, profile):
        pipe = f"versus-bench-{os.getpid()}"
        options = ["--headless", "--nologo", "--norestore", "--nodefault", f"--accept=pipe,name={pipe};urp"]
        words = ["soffice", f"-env:UserInstallation={uno.systemPathToFileUrl(profile)}", *options]
        silent = subprocess.DEVNULL
        self.process = subprocess.Popen(words, stdin=silent, stdout=silent, stderr=silent)
        self.context = connect(pipe)
        self.desktop = self.create("com.sun.star.frame.Desktop")

    def create(self, service):
        return self.context.ServiceManager.createInstanceWithContext(service, self.context)

    def answer(self, question):
        start = self.cpu()
        self.compare(**question)
        return {"cpu": self.cpu() - start, "memory": self.memory(), "stages": {}}

    def compare(self, before, after, to):
        """The later document is open and is told to compare itself with the earlier one."""
        url = uno.systemPathToFileUrl
        document = self.desktop.loadComponentFromURL(url(after), "_blank", 0, properties(Hidden=True))
        if document is None or not hasattr(document, "Redlines"):
            raise ValueError("does not open it as a text document")
        try:
            frame = document.CurrentController.Frame
            wanted = properties(URL=url(before), NoAcceptDialog=True)
            done = self.create("com.sun.star.frame.DispatchHelper").executeDispatch(
                frame, ".uno:CompareDocuments", "", 0, wanted
            )
            if done.State == FAILED:
                raise ValueError("does not compare it")
            document.storeToURL(url(to), properties(FilterName=WORD_FORMAT))
        finally:
            document.close(True)

    def cpu(self):
        """Milliseconds used so far, of children that have ended too."""
        return MS_A_TICK * sum(sum(map(int, stat[11:15])) for stat in self.family().values())

    def memory(self):
        """The most megabytes that one of its processes ever held."""
        return max(map(peak_of, self.family()))

    def family(self):
        """What /proc tells of the office and its descendants, from the state on, by process id."""
        stats = {pid: stat for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if (stat := stat_of(pid))}
        members = {self.process.pid}
        while added := {pid for pid, stat in stats.items() if int(stat[1]) in members} - members:
            members |= added
        return {pid: stats[pid] for pid in members if pid in stats}


def stat_of(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf8", errors="replace") as file:
            # The name of the program, in brackets, may hold spaces.
            return file.read().rpartition(")")[2].split()
    except OSError:
        return None


def peak_of(pid):
    try:
        with open(f"/proc/{pid}/status", encoding="utf8", errors="replace") as file:
            return max((int(line.split()[1]) / 1024 for line in file if line.startswith("VmHWM:")), default=0)
    except OSError:
        return 0


def connect(pipe):
    """The office listening on a pipe, waited for while it starts."""
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def main():
    office = Office(sys.argv[1])
    for line in sys.stdin:
        try:
            reply = {"ok": office.answer(json.loads(line))}
        except DisposedException:
            raise
        except Exception as problem:
            reply = {"error": str(problem) or type(problem).__name__}
        print(json.dumps(reply), flush=True)
    office.desktop.terminate()


main()
