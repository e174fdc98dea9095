// Defines the theme of a document without a template: the fonts and colours that its styles name.

const COLOURS = {
  dk1: '<a:sysClr val="windowText" lastClr="000000"/>',
  lt1: '<a:sysClr val="window" lastClr="FFFFFF"/>',
  dk2: '<a:srgbClr val="1F3864"/>',
  lt2: '<a:srgbClr val="E7E6E6"/>',
  accent1: '<a:srgbClr val="2F5496"/>',
  accent2: '<a:srgbClr val="C55A11"/>',
  accent3: '<a:srgbClr val="7B7B7B"/>',
  accent4: '<a:srgbClr val="BF9000"/>',
  accent5: '<a:srgbClr val="2E75B5"/>',
  accent6: '<a:srgbClr val="538135"/>',
  hlink: '<a:srgbClr val="0563C1"/>',
  folHlink: '<a:srgbClr val="954F72"/>',
};

const colours = Object.entries(COLOURS).map(([name, colour]) => `<a:${name}>${colour}</a:${name}>`);
const font = (name: string): string =>
  `<a:${name}Font><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:${name}Font>`;

// The format requires three of each. Text does not use them.
const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const line = `<a:ln w="6350" cap="flat" cmpd="sng" algn="ctr">${fill}<a:prstDash val="solid"/></a:ln>`;
const effect = "<a:effectStyle><a:effectLst/></a:effectStyle>";

export const defaultTheme = `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Versus"><a:themeElements><a:clrScheme name="Versus">${colours.join("")}</a:clrScheme><a:fontScheme name="Versus">${font("major")}${font("minor")}</a:fontScheme><a:fmtScheme name="Versus"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
