"""Answers questions about documents with the help of LibreOffice.

Run by the Python that carries LibreOffice's bindings, with the folder of a profile of its own, and driven by
office-session.ts: one question a line on standard input, one answer a line on standard output, both JSON. A question
names a file and what to do with it:

    {"do": "labels", "file": PATH}              every paragraph with the label it shows, by story
    {"do": "shown", "file": PATH}               the same, with all fields computed first
    {"do": "accept", "file": PATH, "to": PATH}  all tracked changes accepted, saved as Word
    {"do": "reject", "file": PATH, "to": PATH}  all tracked changes rejected, saved as Word
    {"do": "pdf", "file": PATH, "to": PATH}     printed as PDF, with named destinations for its bookmarks

An answer is {"ok": ...} or {"error": TEXT}. When LibreOffice itself is gone the program ends: whoever asked starts it
again.
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
READINGS = ("labels", "shown")
BARS_LEFT = 3
BARS_COLOUR = 0x404040
PDF_OPTIONS = {"ExportBookmarks": False, "ExportBookmarksToPDFDestination": True, "ExportNotes": False, "ExportFormFields": False}
DISPATCHES = {"accept": ".uno:AcceptAllTrackedChanges", "reject": ".uno:RejectAllTrackedChanges"}


def start_office(profile):
    """An office of our own in this process's group, so that whoever ends the group ends it too."""
    pipe = f"versus-{os.getpid()}"
    options = ["--headless", "--nologo", "--norestore", "--nodefault", f"--accept=pipe,name={pipe};urp"]
    words = ["soffice", f"-env:UserInstallation={uno.systemPathToFileUrl(profile)}", *options]
    subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return connect(pipe)


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


def properties(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


class Office:
    def __init__(self, context):
        self.context = context
        self.desktop = self.create("com.sun.star.frame.Desktop")
        self.place_change_bars()

    def create(self, service):
        return self.context.ServiceManager.createInstanceWithContext(service, self.context)

    def place_change_bars(self):
        """At the left margin, in dark grey (docs/design/print.md, PRN-6)."""
        provider = self.create("com.sun.star.configuration.ConfigurationProvider")
        path = PropertyValue(Name="nodepath", Value="/org.openoffice.Office.Writer/Revision/LinesChanged")
        access = provider.createInstanceWithArguments(
            "com.sun.star.configuration.ConfigurationUpdateAccess", (path,)
        )
        access.setPropertyValue("Mark", BARS_LEFT)
        access.setPropertyValue("Color", BARS_COLOUR)
        access.commitChanges()

    def answer(self, question):
        is_reading = question["do"] in READINGS or question["do"] == "pdf"
        document = self.open(question["file"], is_reading)
        try:
            if question["do"] == "pdf":
                return self.print(document, question)
            if question["do"] == "shown":
                document.TextFields.refresh()
            return read_stories(document) if is_reading else self.settle(document, question)
        finally:
            document.close(True)

    def open(self, path, is_read_only):
        url = uno.systemPathToFileUrl(path)
        document = self.desktop.loadComponentFromURL(url, "_blank", 0, properties(Hidden=True, ReadOnly=is_read_only))
        if document is None or not hasattr(document, "Text"):
            raise ValueError("LibreOffice does not open it as a text document")
        return document

    def print(self, document, question):
        data = uno.Any("[]com.sun.star.beans.PropertyValue", properties(**PDF_OPTIONS))
        url = uno.systemPathToFileUrl(question["to"])
        document.storeToURL(url, properties(FilterName="writer_pdf_Export", FilterData=data))
        return None

    def settle(self, document, question):
        """Accepts or rejects every change; answers how many are left."""
        document.RecordChanges = False
        frame = document.CurrentController.Frame
        self.create("com.sun.star.frame.DispatchHelper").executeDispatch(frame, DISPATCHES[question["do"]], "", 0, ())
        document.storeToURL(uno.systemPathToFileUrl(question["to"]), properties(FilterName=WORD_FORMAT))
        return len(list(items_of(document.Redlines)))


def read_stories(document):
    return {
        "body": list(read_paragraphs(document.Text)),
        "footnotes": [row for note in indexed(document.Footnotes) for row in read_paragraphs(note)],
        "endnotes": [row for note in indexed(document.Endnotes) for row in read_paragraphs(note)],
        "textboxes": [row for shape in indexed(document.DrawPage) for row in read_shape(shape)],
        "headers": list(read_headers(document)),
    }


def read_paragraphs(text):
    """Label and text of the paragraphs in document order, those in table cells included."""
    for block in items_of(text):
        if block.supportsService("com.sun.star.text.TextTable"):
            for cell in map(block.getCellByName, block.CellNames):
                if cell is not None:
                    yield from read_paragraphs(cell)
        elif hasattr(block, "ListLabelString"):
            yield [block.ListLabelString, block.getString()]


def read_shape(shape):
    return read_paragraphs(shape) if hasattr(shape, "createEnumeration") and hasattr(shape, "getString") else []


def read_headers(document):
    for style in indexed(document.StyleFamilies.getByName("PageStyles")):
        for name, is_on in (("HeaderText", "HeaderIsOn"), ("FooterText", "FooterIsOn")):
            text = getattr(style, name) if style.isInUse() and getattr(style, is_on) else None
            if text is not None:
                yield from read_paragraphs(text)


def items_of(container):
    items = container.createEnumeration()
    while items.hasMoreElements():
        yield items.nextElement()


def indexed(container):
    return (container.getByIndex(index) for index in range(container.getCount()))


def main():
    office = Office(start_office(sys.argv[1]))
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
