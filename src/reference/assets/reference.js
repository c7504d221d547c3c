// Starts the API reference (Scalar) with everything off that would reach another host.
(() => {
  const nonce = document.querySelector("meta[property=csp-nonce]").content;
  // The library makes style elements without a nonce; the page's policy refuses those.
  const createElement = document.createElement.bind(document);
  document.createElement = (name, options) => {
    const element = createElement(name, options);
    if (String(name).toLowerCase() === "style") element.nonce = nonce;
    return element;
  };
  // A style attribute that a script sets as text is inline style too; as properties the policy lets it pass.
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    if (name === "style" && this.style) this.style.cssText = value;
    else setAttribute.call(this, name, name === "aria-label" ? labelled(this, value) : value);
  };

  /** Mends two of the library's elements: a label without the text that is seen, and a list that no key scrolls. */
  function labelled(element, label) {
    if (element instanceof HTMLUListElement && String(label).endsWith(" endpoints")) element.tabIndex = 0;
    return String(label).replace(/^Show all (.*) endpoints$/, "Show More: all $1 endpoints");
  }

  // The highlighter writes the number of lines as a style attribute into its HTML.
  const innerHtml = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML");
  Object.defineProperty(Element.prototype, "innerHTML", {
    ...innerHtml,
    set(html) {
      innerHtml.set.call(this, String(html).replace(/^(<code class="[^"]*") style=/, "$1 data-style="));
      for (const code of this.querySelectorAll("code[data-style]")) code.style.cssText = code.dataset.style;
    },
  });
  // Its validator would try `Function("")`, which the policy refuses and reports.
  globalThis.__zod_globalConfig = { jitless: true };

  const own = { shell: ["curl"], python: ["requests"] };

  document.addEventListener("DOMContentLoaded", async () => {
    const root = document.querySelector("#reference");
    const response = await fetch("/openapi.json").catch(() => null);
    if (!response?.ok) {
      root.textContent = "The API document cannot be loaded. Reload the page to try again.";
      return;
    }
    const content = withTypeScript(await response.json());
    root.replaceChildren();
    window.Scalar.createApiReference("#reference", {
      content,
      // Try-it goes where the page came from: the policy allows no other host.
      servers: [{ url: location.origin }],
      theme: "none",
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: "never",
      agent: { disabled: true, hideAddApi: true },
      mcp: { disabled: true },
      persistAuth: false,
      authentication: { preferredSecurityScheme: "apiKey" },
      defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
      hiddenClients: hiddenClients(own),
      documentDownloadType: "none",
      defaultOpenFirstTag: false,
      // The colours follow the system, as those of the guides do.
      hideDarkModeToggle: true,
      metaData: { title: "API reference · Integration Gateway" },
    });
  });

  /** Adds a sample in TypeScript to each operation: the library's own are for JavaScript. */
  function withTypeScript(document) {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        if (!operation.security?.length) continue;
        const source = typeScript(path, method.toUpperCase(), operation);
        operation["x-codeSamples"] = [{ lang: "TypeScript", label: "TypeScript", source }];
      }
    }
    return document;
  }

  function typeScript(path, method, { operationId, parameters = [], requestBody }) {
    const values = parameters.filter((one) => one.example !== undefined);
    const filled = values
      .filter((one) => one.in === "path")
      .reduce((url, one) => url.replace(`{${one.name}}`, encodeURIComponent(one.example)), path);
    const query = new URLSearchParams(values.filter((one) => one.in === "query").map((one) => [one.name, one.example]));
    const body = requestBody?.content["application/json"]?.example;
    const type = `operations["${operationId}"]["responses"]["200"]["content"]["application/json"]`;
    const authorization = "    Authorization: `Bearer ${process.env.GATEWAY_KEY}`,";
    return [
      'import type { operations } from "./gateway.ts"; // npx openapi-typescript /openapi.json -o gateway.ts'.replace(
        "/openapi.json",
        `${location.origin}/openapi.json`,
      ),
      "",
      `const response = await fetch("${location.origin}${filled}${query.size > 0 ? `?${query}` : ""}", {`,
      `  method: "${method}",`,
      "  headers: {",
      authorization,
      ...(body === undefined ? [] : ['    "Content-Type": "application/json",']),
      "  },",
      ...(body === undefined
        ? []
        : [`  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),`]),
      "});",
      `type Body = ${type};`,
      "const { data } = (await response.json()) as Body;",
    ].join("\n");
  }

  function hiddenClients(visible) {
    const all = [
      "c",
      "clojure",
      "csharp",
      "dart",
      "fsharp",
      "go",
      "http",
      "java",
      "js",
      "julia",
      "kotlin",
      "node",
      "objc",
      "ocaml",
    ];
    const rest = ["php", "powershell", "r", "ruby", "rust", "swift"];
    const others = {
      shell: ["wget", "httpie"],
      python: ["aiohttp", "httpx_async", "httpx_sync", "python3"],
    };
    const hidden = Object.fromEntries([...all, ...rest].map((name) => [name, true]));
    return Object.assign(hidden, Object.fromEntries(Object.keys(visible).map((name) => [name, others[name]])));
  }
})();
