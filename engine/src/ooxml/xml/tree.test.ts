import { describe, expect, test } from "vitest";
import { find, parse, write } from "../../../testing/xml.ts";
import { NONE, type NodeId } from "./tree.ts";

describe("changes", () => {
  test("a changed text leaves every other byte as it was", () => {
    const tree = parse("<a ><b  x='1'>one</b><c>t&#119;o</c><b y = \"2\"/></a>");
    tree.setText(tree.firstChild(find(tree, "c")), "2 < 3 & ]]>\r");
    expect(write(tree)).toBe("<a ><b  x='1'>one</b><c>2 &lt; 3 &amp; ]]&gt;&#13;</c><b y = \"2\"/></a>");
  });

  test("an element without content gets content, and one with content loses it", () => {
    const tree = parse("<a><b x='1' /><c>text</c><d></d></a>");
    tree.append(find(tree, "b"), tree.textNode("new"));
    tree.remove(tree.firstChild(find(tree, "c")));
    tree.append(find(tree, "d"), tree.element(tree.names.of("", "e")));
    expect(write(tree)).toBe("<a><b x='1' >new</b><c></c><d><e/></d></a>");
  });

  test("an attribute is set in its place, added last, and removed", () => {
    const tree = parse("<a x='1'   y='2'><b/></a>");
    tree.setAttribute(tree.root, tree.names.of("", "x"), 'a"\n');
    tree.setAttribute(tree.root, tree.names.of("", "z"), "3");
    tree.setAttribute(tree.root, tree.names.of("", "y"), undefined);
    expect(write(tree)).toBe('<a x="a&quot;&#10;" z="3"><b/></a>');
    expect(tree.attributes(tree.root).map(({ written }) => written)).toEqual(["x", "z"]);
  });

  test("a node is moved, wrapped and replaced", () => {
    const tree = parse("<a><b>1</b><c>2</c><d>3</d></a>");
    const [b, c, d] = tree.children(tree.root) as [never, never, never];
    tree.remove(b);
    tree.append(tree.root, b);
    tree.wrap(c, tree.element(tree.names.of("", "w")));
    tree.replace(d, tree.textNode("gone"));
    expect(write(tree)).toBe("<a><w><c>2</c></w>gone<b>1</b></a>");
    expect(tree.parent(tree.parent(c))).toBe(tree.root);
  });

  test("an edit acts on what the edit before it made", () => {
    const tree = parse("<a/>");
    const outer = tree.element(tree.names.of("", "b"), [[tree.names.of("", "x"), "1"]]);
    tree.append(tree.root, outer);
    const inner = tree.element(tree.names.of("", "c"));
    tree.append(outer, inner);
    tree.append(inner, tree.textNode("one"));
    tree.setText(tree.firstChild(inner), "two");
    tree.setAttribute(outer, tree.names.of("", "x"), "2");
    expect(write(tree)).toBe('<a><b x="2"><c>two</c></b></a>');
  });

  test("an element is split by an empty copy of it", () => {
    const tree = parse("<a><b x='1'><c/><d/><e/></b></a>");
    const first = find(tree, "b");
    const second = tree.cloneEmpty(first);
    tree.insertBefore(tree.root, second, tree.nextSibling(first));
    for (const child of tree.children(first).slice(1)) {
      tree.remove(child);
      tree.append(second, child);
    }
    expect(write(tree)).toBe("<a><b x='1'><c/></b><b x=\"1\"><d/><e/></b></a>");
  });

  test("a copy stands beside its original and changes on its own", () => {
    const tree = parse("<a><b x='1'>one</b></a>");
    const original = find(tree, "b");
    const closed = tree.graft(tree, original);
    tree.append(tree.root, closed);
    tree.setText(tree.firstChild(original), "changed");
    const open = tree.graft(tree, original);
    tree.append(tree.root, open);
    tree.setText(tree.firstChild(open), "again");
    tree.setText(tree.firstChild(closed), "copy");
    expect(write(tree)).toBe("<a><b x='1'>changed</b><b x='1'>copy</b><b x='1'>again</b></a>");
  });

  test("dropping a fork is undo", () => {
    const tree = parse("<a><b/></a>");
    tree.append(tree.root, tree.textNode("kept"));
    const fork = tree.fork();
    fork.remove(find(fork, "b"));
    fork.append(fork.root, fork.element(fork.names.of("", "c")));
    expect(write(fork)).toBe("<a>kept<c/></a>");
    expect(write(tree)).toBe("<a><b/>kept</a>");
  });

  test("ten thousand elements around one text are written and read", () => {
    const tree = parse("<a>x</a>");
    let wrapped = tree.firstChild(tree.root);
    for (let count = 0; count < 10_000; count += 1) {
      const wrapper = tree.element(tree.names.of("", "b"));
      tree.wrap(wrapped, wrapper);
      wrapped = wrapper;
    }
    expect(write(tree)).toBe(`<a>${"<b>".repeat(10_000)}x${"</b>".repeat(10_000)}</a>`);
    expect(write(parseCopy(tree))).toBe(write(tree));
  });
});

function parseCopy(tree: ReturnType<typeof parse>): ReturnType<typeof parse> {
  const copy = parse("<a/>", tree.names);
  copy.append(copy.root, copy.graft(tree, tree.firstChild(tree.root)));
  return copy;
}

describe("what may not be done is a fault of ours", () => {
  test.each([
    ["a node in two places", "one place", (tree: ReturnType<typeof parse>) => tree.append(tree.root, find(tree, "b"))],
    [
      "a node in itself",
      "into itself",
      (tree: ReturnType<typeof parse>) => {
        const made = tree.element(tree.names.of("", "x"));
        tree.append(made, made);
      },
    ],
    ["the root taken out", "root element stays", (tree: ReturnType<typeof parse>) => tree.remove(tree.root)],
    [
      "before a node that is no sibling",
      "before a sibling",
      (tree: ReturnType<typeof parse>) => tree.insertBefore(find(tree, "b"), tree.textNode("x"), find(tree, "b")),
    ],
    [
      "text in text",
      "no children",
      (tree: ReturnType<typeof parse>) => tree.append(tree.textNode("x"), tree.textNode("y")),
    ],
    [
      "a node put into nothing",
      "into a node",
      (tree: ReturnType<typeof parse>) => tree.append(NONE, tree.textNode("x")),
    ],
    [
      "a character XML cannot write",
      "characters that XML can write",
      (tree: ReturnType<typeof parse>) => tree.textNode("\u0000"),
    ],
    [
      "half a surrogate pair",
      "characters that XML can write",
      (tree: ReturnType<typeof parse>) => tree.textNode("\ud83d"),
    ],
    [
      "a namespace set as an attribute",
      "declared, not set",
      (tree: ReturnType<typeof parse>) =>
        tree.setAttribute(tree.root, tree.names.of("http://www.w3.org/2000/xmlns/", "p"), "u"),
    ],
  ])("%s", (_, message, change) => {
    expect(() => change(parse("<a><b/></a>"))).toThrow(
      expect.objectContaining({ name: "Fault", message: expect.stringContaining(message) }),
    );
  });
});

test("the way back through siblings is the way forth, before and after a change", () => {
  const tree = parse("<!--x--><a>1<b><c><d/>2</c></b><e/>3<f><g/></f></a><?y z?>");
  const check = (node: NodeId): void => {
    const children = tree.children(node);
    expect(children.map((child) => tree.previousSibling(child))).toEqual(
      children.map((_, at) => children[at - 1] ?? NONE),
    );
    children.forEach(check);
  };
  check(tree.document);
  tree.remove(find(tree, "e"));
  check(tree.document);
  expect(tree.previousSibling(tree.document)).toBe(NONE);
});

test("NONE ends every walk", () => {
  const tree = parse("<a/>");
  expect([
    tree.parent(tree.document),
    tree.firstChild(tree.root),
    tree.nextSibling(tree.root),
    tree.child(tree.root, tree.names.of("", "b")),
  ]).toEqual([NONE, NONE, NONE, NONE]);
});
