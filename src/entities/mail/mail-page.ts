/** What an email may do in its frame: show its text in its own colors. It loads nothing, not even from the service. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Emails are written for white paper, so they look the same in light and dark. */
const style = `
:root { color-scheme: light; }
body { margin: 16px; background: #fff; color: #1f2328; font: 14px/20px system-ui, sans-serif; overflow-wrap: break-word; }
table { max-width: 100%; border-collapse: collapse; }
td, th { padding: 2px 8px 2px 0; text-align: start; vertical-align: top; }
pre { white-space: pre-wrap; }
a { color: #1c5d99; }
`;

/**
 * The page that shows the HTML of an email. The policy comes before the email, which can then only be stricter. Links would open
 * in a new window, which the sandbox of the frame does not allow: they do nothing.
 */
export const mailPage = (html: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">` +
  `<base target="_blank"><title>Email</title><style>${style}</style></head><body>${html}</body></html>`;
