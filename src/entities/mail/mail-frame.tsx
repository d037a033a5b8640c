import { useEffect, useRef } from 'react';
import { mailPage } from './mail-page.ts';
import './mail-frame.css';

/**
 * The content of an email in a frame of its own. The empty `sandbox` gives it no scripts, no forms, no way to other pages and no access
 * to the app, and its policy loads nothing.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (frame.current) frame.current.srcdoc = trusted(mailPage(html));
  }, [html]);
  return <iframe ref={frame} sandbox="" referrerPolicy="no-referrer" className="mail-frame" title={title} />;
}

type Policies = { createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => Policy };
type Policy = { createHTML: (html: string) => string };

let policy: Policy | null = null;

/** The page of an email as the app’s policy wants it: only this module can make HTML for a frame, and it always sandboxes the frame. */
function trusted(html: string): string {
  const { trustedTypes } = window as { trustedTypes?: Policies };
  policy ??= trustedTypes?.createPolicy('mail-frame', { createHTML: (own) => own }) ?? { createHTML: (own) => own };
  return policy.createHTML(html);
}
