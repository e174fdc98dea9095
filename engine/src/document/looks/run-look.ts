// Computes the look of a run from its layers (FMT-1 to FMT-3).

import { wholeNumber } from "../values.ts";
import { borderText, colourOf, shadingOf, type ThemeLook } from "./colours.ts";
import { type Look, LookFields } from "./look.ts";
import { elementText, type Properties, type PropertyElement, type PropertyLayers } from "./property-layers.ts";

/** Toggles, which combine between styles, with the fields that they set. */
const TOGGLES: readonly (readonly [element: string, field: string])[] = [
  ["b", "bold"],
  ["bCs", "bold cs"],
  ["i", "italic"],
  ["iCs", "italic cs"],
  ["caps", "caps"],
  ["smallCaps", "small-caps"],
  ["strike", "strike"],
  ["outline", "outline"],
  ["shadow", "shadow"],
  ["emboss", "emboss"],
  ["imprint", "imprint"],
  ["vanish", "hidden"],
];

/** The size of text for which nothing sets one, in half points. */
const DEFAULT_SIZE = 20;

/** Maps the values of a run that are compared as written to their fields and defaults. */
const VALUES: readonly (readonly [element: string, field: string, byDefault: string])[] = [
  ["sz", "size", String(DEFAULT_SIZE)],
  ["szCs", "size cs", String(DEFAULT_SIZE)],
  ["highlight", "highlight", "none"],
  ["vertAlign", "raised", "baseline"],
  ["spacing", "letter-spacing", "0"],
  ["w", "scale", "100"],
  ["em", "emphasis-mark", "none"],
];

/** The fonts of each script: its field, the attribute of a theme font, and the attribute of a name. */
const FONTS: readonly (readonly [script: string, theme: string, name: string])[] = [
  ["ascii", "asciiTheme", "ascii"],
  ["hAnsi", "hAnsiTheme", "hAnsi"],
  ["eastAsia", "eastAsiaTheme", "eastAsia"],
  ["cs", "cstheme", "cs"],
];

/** The font of text for which nothing sets one. */
const DEFAULT_FONT = "times new roman";

/** Properties without a look (FMT-1), and those that other fields contain. */
const WITHOUT_LOOK: ReadonlySet<string> = new Set([
  ..."lang noProof webHidden snapToGrid rStyle rFonts color u dstrike shd bdr position kern rtl cs rPrChange".split(
    " ",
  ),
  ..."ins del moveFrom moveTo rPrIns".split(" "),
  ...TOGGLES.map(([element]) => element),
  ...VALUES.map(([element]) => element),
]);

/** Maps an element of direct properties to the fields that it sets. */
const FIELDS_OF: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...TOGGLES.map(([element, field]) => [element, [field]] as const),
  ...VALUES.map(([element, field]) => [element, [field]] as const),
  ["color", ["color"]],
  ["u", ["underline"]],
  ["dstrike", ["double-strike"]],
  ["shd", ["shading"]],
  ["bdr", ["border"]],
  ["position", ["position"]],
  ["kern", ["kerning"]],
  ["rtl", ["direction"]],
  ["cs", ["complex"]],
  ["rFonts", []],
]);

/** `isShaded`: the paragraph or cell around the run has a ground that is not white. */
export function runLook(
  direct: Properties,
  layers: PropertyLayers,
  { theme, isShaded }: { readonly theme: ThemeLook; readonly isShaded: boolean },
): Look {
  const look = new LookFields();
  for (const [script, themed, named] of FONTS) {
    const [attribute, font] = layers.attribute("rFonts", themed, named) ?? [];
    // A theme without a font for a script leaves the choice to the program, as no font at all does.
    const shown = attribute === themed ? theme.fonts.get(font!) : font;
    look.add(`font ${script}`, shown?.toLowerCase() || undefined, DEFAULT_FONT);
  }
  for (const [element, field] of TOGGLES) look.addSwitch(field, layers.isToggledOn(element));
  for (const [element, field, byDefault] of VALUES) look.add(field, plainValue(layers.value(element)), byDefault);
  look.add("position", halfPoints(layers.value("position")), "0");
  look.addSwitch("kerning", isKerned(layers));
  look.addSwitch("double-strike", layers.isOn("dstrike"));
  look.addSwitch("direction", layers.isOn("rtl"));
  look.addSwitch("complex", layers.isOn("cs"));
  const shading = shadingOf(layers.element("shd"), theme);
  look.add("shading", shading);
  look.add("border", borderText(layers.element("bdr"), theme));
  look.add("underline", underlineOf(layers.element("u"), theme));
  const colour = layers.element("color");
  const shown = colour === undefined ? "auto" : colourOf(colour, theme, "val");
  const isOnWhite = !isShaded && shading === undefined;
  look.add("color", shown === "000000" && isOnWhite ? "auto" : shown, "auto");
  addOthers(look, layers, WITHOUT_LOOK);
  return { fields: look.fields, direct: directFields(direct), styled: fieldsOfLayers(layers, directFields) };
}

/** Returns the fields that some style sets. */
export function fieldsOfLayers(
  layers: PropertyLayers,
  fieldsOf: (properties: Properties) => ReadonlySet<string>,
): ReadonlySet<string> {
  return new Set(layers.styled().flatMap((properties) => [...fieldsOf(properties)]));
}

function plainValue(value: string | undefined): string | undefined {
  return value === undefined || !/^\+?\d+$/.test(value) ? value : String(Number(value));
}

/** True if the text is at least as large as the size from which letters are kerned (FMT-9). */
function isKerned(layers: PropertyLayers): boolean {
  const [least, size] = [wholeNumber(layers.value("kern")) ?? 0, wholeNumber(layers.value("sz")) ?? DEFAULT_SIZE];
  return least > 0 && size >= least;
}

/** Returns twips. */
function halfPoints(value: string | undefined): string | undefined {
  return value === undefined ? undefined : String(Number(value) * 10);
}

function underlineOf(element: PropertyElement | undefined, theme: ThemeLook): string | undefined {
  const line = element?.attributes.get("val") ?? "none";
  return line === "none" ? undefined : `${line} ${colourOf(element!, theme)}`;
}

/** Adds the properties that no field contains, as markup. */
export function addOthers(look: LookFields, layers: PropertyLayers, known: ReadonlySet<string>): void {
  for (const name of layers.names()) {
    if (known.has(name)) continue;
    const text = elementText(layers.element(name)!);
    if (text !== "") look.add(`other ${name}`, text);
  }
}

function directFields(direct: Properties): ReadonlySet<string> {
  const fields = new Set<string>();
  for (const [name, element] of direct) {
    for (const field of FIELDS_OF.get(name) ?? [`other ${name}`]) fields.add(field);
    if (name !== "rFonts") continue;
    for (const [script, themed, named] of FONTS) {
      if (element.attributes.has(themed) || element.attributes.has(named)) fields.add(`font ${script}`);
    }
  }
  return fields;
}
