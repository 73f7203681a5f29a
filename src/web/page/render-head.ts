import { html } from 'hono/html';

/** What every page has in its head. */
export function renderHead(title: string) {
  return html`<meta charset="utf-8" />
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<link rel="icon" href="/static/icon.svg" type="image/svg+xml" />
<link rel="stylesheet" href="/static/app.css" />`;
}
