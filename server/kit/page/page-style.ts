import { createHash } from 'node:crypto';

/** The style of pages for people who are no users: of the system's font and colors, with no file to load. */
export const pageStyle = `:root{color-scheme:light dark;--text:#1b2430;--muted:#55606e;--page:#f6f7f9;--card:#fff;--line:#d9dee5;--link:#1857a8}
@media(prefers-color-scheme:dark){:root{--text:#e6eaf0;--muted:#a5b0be;--page:#11161d;--card:#1a212b;--line:#323c49;--link:#8ab8f5}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:anywhere}
main,header,footer{max-width:46rem;margin:0 auto;padding:0 1rem}
header{padding-top:1.5rem;color:var(--muted);font-weight:600}
footer{padding-bottom:2rem;color:var(--muted);font-size:.875rem}
main{padding-top:.25rem;padding-bottom:1.5rem}
h1{font-size:clamp(1.5rem,4vw,2.125rem);line-height:1.2;margin:.25rem 0 1.25rem}
h2{font-size:1.25rem;line-height:1.3;margin:0 0 .75rem}
h3{font-size:1rem;margin:1.25rem 0 .25rem}
section{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem;margin:0 0 1rem}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:1rem;margin:0}
dt{color:var(--muted);font-size:.875rem}
dd{margin:0;font-weight:600}
p{margin:.5rem 0}
ul{margin:.5rem 0;padding-left:1.25rem}
.deep{margin-left:1.25rem}
.more{list-style:none}
form{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.25rem}
button{font:inherit;font-weight:600;padding:.625rem 1.125rem;border-radius:.5rem;border:1px solid var(--line);background:var(--card);color:var(--text);cursor:pointer}
button.main{background:var(--link);border-color:var(--link);color:var(--page)}
a{color:var(--link)}
code{font:.875rem ui-monospace,monospace}
`;

/** Allows this style and nothing else: no script, no frame, no picture; a form to this service if the page has one. */
const policyOf = (hasForm: boolean): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`,
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');

const policies = { form: policyOf(true), plain: policyOf(false) };
/** The security policy of a page, with or without a form. */
export const pagePolicy = (kind: keyof typeof policies): string => policies[kind];
