// Exports the converter without the service, for programs that test and measure conversions.

export { type Conversion, Office, type OfficeOptions } from "./convert/office/office.ts";
export { findOffice, type OfficeInstallation } from "./convert/office/office-command.ts";
export { convertPdf } from "./convert/pdf/convert-pdf.ts";
export { onlyPage, scanPdf } from "./convert/pdf/testing/scan-pdf.ts";
export { findScanPrograms, scanReader } from "./convert/scans/scan-reader.ts";
export { convertWordBinary } from "./convert/source-converters.ts";
export { Sandbox } from "./jobs/sandbox.ts";
