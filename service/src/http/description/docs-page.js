// Sends the operation of a form and shows the reply as text. The key is read from its field and kept nowhere.

const key = document.querySelector("#key");

for (const form of document.querySelectorAll("form[data-method]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const output = form.querySelector("output");
    output.textContent = "Sending…";
    try {
      output.textContent = await inWords(await send(form));
    } catch (error) {
      output.textContent = `No reply: ${error.message}`;
    }
  });
}

function send(form) {
  const { method, path, body } = form.dataset;
  const inputs = [...form.querySelectorAll("input[data-in]")].filter((input) => input.value !== "");
  const of = (place) => inputs.filter((input) => input.dataset.in === place);
  const address = new URL(location.origin);
  address.pathname = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(of("path").find((input) => input.name === name)?.value ?? ""),
  );
  for (const input of of("query")) address.searchParams.append(input.name, input.value);
  const headers = new Headers(of("header").map((input) => [input.name, input.value]));
  if (key.value !== "") headers.set("Authorization", `Bearer ${key.value}`);
  if (body === "application/json") headers.set("Content-Type", body);
  return fetch(address, { method, headers, body: bodyOf(form, of("form")), credentials: "omit" });
}

function bodyOf(form, inputs) {
  if (form.dataset.body === "application/json") return form.elements.json.value;
  if (form.dataset.body !== "multipart/form-data") return undefined;
  const fields = new FormData();
  for (const input of inputs) {
    if (input.type === "file") for (const file of input.files) fields.append(input.name, file);
    else fields.append(input.name, input.value);
  }
  return fields;
}

async function inWords(reply) {
  const headers = [...reply.headers].map(([name, value]) => `${name}: ${value}`);
  const text = await reply.text();
  return [`${reply.status} ${reply.statusText}`, ...headers, "", indented(text)].join("\n");
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
