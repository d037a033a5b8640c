import { Fragment } from 'react';

const isMac = typeof navigator !== 'undefined' && /Mac|iP(ad|hone)/.test(navigator.userAgent);
const signs: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: isMac ? '⇧' : 'Shift',
  alt: isMac ? '⌥' : 'Alt',
  enter: 'Enter',
  escape: 'Esc',
  space: 'Space',
  backspace: 'Backspace',
  tab: 'Tab',
  home: 'Home',
  end: 'End',
  arrowdown: '↓',
  arrowup: '↑',
  arrowleft: '←',
  arrowright: '→',
};
const shown = (key: string) => signs[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** Shows a shortcut as keys: `mod+k` becomes Ctrl K, `g s` becomes g then s. */
export function Keys({ of }: { of: string }) {
  const presses = of.split(' ');
  return (
    <span className="keys nowrap">
      {presses.map((press, index) => (
        <Fragment key={index}>
          {index > 0 && <span className="muted"> then </span>}
          {press.split('+').map((key) => (
            <kbd key={key}>{key.length === 1 && !press.includes('+') ? key : shown(key)}</kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
