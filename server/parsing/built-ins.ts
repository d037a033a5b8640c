/** Built-in objects that have no name of their own. */
const unnamed = [
  Object.getPrototypeOf(Uint8Array),
  Object.getPrototypeOf(async () => undefined),
  Object.getPrototypeOf(function* () {}),
  Object.getPrototypeOf(async function* () {}),
  ...[[].values(), new Map().values(), new Set().values(), ''[Symbol.iterator](), ''.matchAll(/x/g)].map((iterator) =>
    Object.getPrototypeOf(iterator),
  ),
].flatMap((one: object) => [one, Object.getPrototypeOf(one), (one as { prototype?: object }).prototype]);

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** The global values and their prototypes, without those that a getter would make now. */
function builtIns(): ReadonlySet<object> {
  // Reading these replaces their getters by their values, as readers do later.
  const replaced = [Buffer, TextEncoder, TextDecoder, URL, URLSearchParams, Blob];
  const globals = Object.values(Object.getOwnPropertyDescriptors(globalThis)).map(({ value }): unknown => value);
  const named = [...globals, ...replaced].filter(isObject);
  const prototypes = named.map((one): unknown => Object.getOwnPropertyDescriptor(one, 'prototype')?.value);
  return new Set([...named, ...prototypes, ...unnamed].filter(isObject));
}

type Described = { readonly parent: object | null; readonly own: ReadonlyMap<PropertyKey, PropertyDescriptor> };

const describe = (one: object): Described => ({
  parent: Object.getPrototypeOf(one) as object | null,
  own: new Map(Reflect.ownKeys(one).map((key) => [key, Object.getOwnPropertyDescriptor(one, key) as PropertyDescriptor])),
});

function isAsBefore(one: object, { parent, own }: Described): boolean {
  const keys = Reflect.ownKeys(one);
  if (keys.length !== own.size || Object.getPrototypeOf(one) !== parent) return false;
  return keys.every((key) => {
    const [now, then] = [Object.getOwnPropertyDescriptor(one, key), own.get(key)];
    // A global value that Node loads at its first use.
    if (one === globalThis && then?.get) return true;
    return now && then && Object.is(now.value, then.value) && now.get === then.get && now.set === then.set;
  });
}

/**
 * Remembers the built-in objects of this process as they are now. The returned function says whether all of them still have the same
 * properties with the same values, so that nothing that was read has changed them, such as a key `__proto__`.
 */
export function watchBuiltIns(): () => boolean {
  const watched = Array.from(builtIns(), (one) => [one, describe(one)] as const);
  return () => watched.every(([one, before]) => isAsBefore(one, before));
}
