import { useEffect } from 'react';

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** The address of a part of a page, by its heading: "Dates and times" is `#dates-and-times`. */
export const partAddress = (heading: string): string => `#${slug(heading)}`;

const waitsMs = 5000;

/** Scrolls to the part of the page that an address names, as soon as the page has it, and moves the focus to its heading. */
export function useScrollToPart(address: string): void {
  useEffect(() => {
    const hash = /#.+$/.exec(address)?.[0];
    if (hash === undefined) return;
    const page = document.getElementById('main');
    const show = (): boolean => {
      const heading = [...(page?.querySelectorAll<HTMLElement>('h2, h3') ?? [])].find(
        ({ textContent }) => partAddress(textContent) === hash,
      );
      if (!heading) return false;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      heading.scrollIntoView({ block: 'start' });
      return true;
    };
    if (!page || show()) return;
    const observer = new MutationObserver(() => {
      if (show()) observer.disconnect();
    });
    observer.observe(page, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), waitsMs);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [address]);
}
