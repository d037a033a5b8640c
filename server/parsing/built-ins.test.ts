import { afterEach, expect, test } from 'vitest';
import { watchBuiltIns } from './built-ins.ts';

let undo = (): void => undefined;
afterEach(() => undo());

/** Gives an object another property until the end of the test. */
function spoil(one: object, key: PropertyKey, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(one, key);
  Object.defineProperty(one, key, { value, configurable: true, writable: true });
  undo = () => {
    if (before) Object.defineProperty(one, key, before);
    else Reflect.deleteProperty(one, key);
  };
}

test('built-in objects that nothing changed are as before, also after their use', () => {
  const isUnchanged = watchBuiltIns();
  expect(/(a)/.exec('a') !== null && new TextDecoder().decode(new TextEncoder().encode('a'))).toBe('a');
  expect(isUnchanged()).toBe(true);
});

test.each<[string, object, PropertyKey]>([
  ['a key __proto__', Object.prototype, 'isAdmin'],
  ['a method of lists', Array.prototype, 'push'],
  ['a method of bytes', Object.getPrototypeOf(Uint8Array.prototype) as object, 'subarray'],
  ['an iterator', Object.getPrototypeOf([].values()) as object, 'next'],
  ['a function of a namespace', JSON, 'parse'],
  ['a global value', globalThis, 'leftByAnEmail'],
])('a change is noticed: %s', (_name, one, key) => {
  const isUnchanged = watchBuiltIns();
  const before = Reflect.get(one, key) as unknown;
  // What is replaced goes on working, as the test itself needs it.
  const wrapped = function (this: unknown, ...args: unknown[]): unknown {
    return Reflect.apply(before as (...args: unknown[]) => unknown, this, args);
  };
  spoil(one, key, typeof before === 'function' ? wrapped : 'left by an email');
  const noticed = !isUnchanged();
  undo();
  expect(noticed).toBe(true);
});
