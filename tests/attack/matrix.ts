import { Refusal } from '#contract/kit/errors.ts';
import { fromWire } from '#contract/kit/wire-translation.ts';
import { restoreCustomer } from '#contract/people/account.ts';
import { listAllCustomers } from '#contract/people/customer-list.ts';
import { requestOf } from '#src/sync/transport/request.ts';
import { contentOf, differences } from './plant/plant-rows.ts';
import { canaryOf } from './plant/planted.ts';
import {
  type Attacked,
  attacked,
  customerKeys,
  idPlaces,
  type Path,
  replaced,
  sampleWith,
  textIdOf,
  valueAt,
} from './schema-places.ts';
import {
  type Answer,
  customers,
  endsSession,
  hiddenFrom,
  idOf,
  type PersonaName,
  personaNames,
  type RawRequest,
  type Relation,
  type Stage,
} from './stage.ts';

/** Result of a part of the suite: numbers for the table, and a sentence for each fault. */
export type Findings = { readonly counts: Record<string, number>; readonly wrong: string[] };

const victims = [customers.foreign, customers.linked, customers.child, customers.deleted];
const relations: readonly Relation[] = ['absent', 'foreign', 'child', 'deleted', 'linked', 'all', 'own'];

/** The request of an attacked call. A command is sent through `changeNow`. */
export function attackRequest({ endpoint, command }: Attacked, args: Record<string, unknown>): RawRequest {
  const named = command === undefined ? args : { ...args, name: command, pre: args['pre'] ?? {} };
  const file = endpoint.upload === undefined ? undefined : new File(['id,name\n1,x\n'], 'list.csv');
  const { method, path, body } = requestOf(endpoint, named, file);
  const headers: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  return { method, path, headers, ...(body === undefined ? {} : { body }) };
}

type Cell = { readonly call: Attacked; readonly place: Path; readonly relation: Relation; readonly persona: PersonaName };
const nameOf = ({ call, place, relation, persona }: Cell) => `${call.name} ${place.join('.')}=${relation} as ${persona}`;

function argsOf({ schema }: Attacked, place: Path, relation: Relation): Record<string, unknown> {
  const own = sampleWith(schema, customers.own) as Record<string, unknown>;
  const before = valueAt(own, place);
  const id = idOf(relation);
  const value =
    typeof before === 'string'
      ? textIdOf(
          { minLength: before.startsWith('device') ? 16 : 0, ...(before.includes('-4000-') ? { format: 'uuid' } : {}) },
          id,
        )
      : id;
  return replaced(own, place, value) as Record<string, unknown>;
}

/** Problems that an answer shows by itself. */
export function judge(persona: PersonaName | null, isPublic: boolean, { status, text }: Answer): string | undefined {
  if (status >= 500) return `answered ${status}: ${text.slice(0, 300)}`;
  if (persona === 'disabled' && !isPublic && status !== 401) return `answered ${status} to a disabled user`;
  const hidden = persona === null ? (['foreign', 'child', 'deleted', 'linked'] as const) : hiddenFrom(persona);
  const leak = hidden.find((relation) => text.toLowerCase().includes(canaryOf(idOf(relation))));
  if (leak !== undefined) return `showed data of the ${leak} customer (${status}): ${text.slice(0, 300)}`;
  const known =
    status === 401 ||
    status === 429 ||
    !text.startsWith('{') ||
    status < 400 ||
    Refusal.safeParse(fromWire(Refusal, JSON.parse(text))).success;
  return known ? undefined : `answered ${status} without a typed refusal: ${text.slice(0, 300)}`;
}

function judgeCell(cell: Cell, answer: Answer): string | undefined {
  const said = judge(cell.persona, cell.call.endpoint.needs === 'public', answer);
  if (said !== undefined || cell.call.endpoint.needs === 'public') return said;
  // The list of customers is filtered by parts of names: one that matches nothing answers no rows.
  const isFilter = cell.call.endpoint === listAllCustomers;
  const ofCustomer = !isFilter && cell.place.length === 1 && customerKeys.has(String(cell.place[0]));
  const isAll = cell.relation === 'all' && cell.persona !== 'administrator';
  const closed = isAll || cell.relation === 'absent' || hiddenFrom(cell.persona).includes(cell.relation);
  return ofCustomer && closed && answer.status < 300 ? `answered ${answer.status}: ${answer.text.slice(0, 200)}` : undefined;
}

type Options = {
  readonly share: number;
  readonly seed: number;
  /** After how many calls the content of the victims is compared. */
  readonly compareEvery: number;
  /** Attacks only calls whose name matches. */
  readonly only?: RegExp;
};

/**
 * Sends every id of every call for each relation as each persona. `share` takes every n-th cell, beginning at `seed`; each call
 * has at least the foreign row as the user with every right. Administrators may work on every customer that is not deleted, so
 * their cells only have the deleted one, their own example and -1 for all.
 */
export async function attackMatrix(stage: Stage, { share, seed, compareEvery, only }: Options): Promise<Findings> {
  const findings: Findings = { counts: { cells: 0, refused: 0, answered: 0, 'own answered': 0 }, wrong: [] };
  const calls = attacked.filter(({ endpoint, name }) => !endsSession(endpoint) && (only?.test(name) ?? true));
  const start = await contentOf(stage.door.db, victims);
  let before = start;
  let number = seed;
  let isPlanted = false;
  const isChosen = ({ persona, relation }: Cell) =>
    (persona === 'everything' && (relation === 'foreign' || relation === 'absent')) ||
    (persona === 'administrator' && relation === 'all') ||
    number++ % share === 0;
  for (const [n, call] of calls.entries()) {
    const isRead = call.endpoint.route.startsWith('GET ');
    if (!isRead && !isPlanted) await stage.plant(customers.own);
    const answered = findings.counts['answered'];
    for (const cells of cellsOf(call, (cell) => !mayChangeLinked(cell) && isChosen(cell)))
      findings.wrong.push(...(await attackCells(stage, cells, findings)));
    // What was only read, or refused, is as it was.
    if (!isRead) isPlanted = findings.counts['answered'] === answered;
    if (isRead || n % compareEvery !== 0) continue;
    const after = await contentOf(stage.door.db, victims);
    for (const changed of differences(before, after))
      findings.wrong.push(`${call.name}, or one of the ${compareEvery - 1} calls before it, changed ${changed}`);
    before = after;
  }
  // Only now, as these users may change the linked customer.
  for (const call of calls)
    for (const cells of cellsOf(call, (cell) => mayChangeLinked(cell) && isChosen(cell)))
      findings.wrong.push(...(await attackCells(stage, cells, findings)));
  const others = (content: ReadonlyMap<string, string>) =>
    new Map([...content].filter(([place]) => !place.startsWith(`${customers.linked} `)));
  for (const changed of differences(others(start), others(await contentOf(stage.door.db, victims))))
    findings.wrong.push(`${changed} changed in the end`);
  return findings;
}

const mayChangeLinked = ({ persona, relation }: Cell) => relation === 'linked' && !hiddenFrom(persona).includes('linked');

/** The chosen cells of a call, by place. */
function cellsOf(call: Attacked, isChosen: (cell: Cell) => boolean): readonly (readonly Cell[])[] {
  const pairs = relations.flatMap((relation) => personaNames.map((persona) => ({ relation, persona })));
  // A stream that may open would not end.
  const canTry = ({ persona, relation }: Cell) =>
    // The one call that gives a deleted customer back: every later cell would find it.
    !(call.endpoint === restoreCustomer && persona === 'administrator' && relation === 'deleted') &&
    (persona !== 'administrator' || relation === 'deleted' || relation === 'own' || relation === 'all') &&
    (call.endpoint.raw !== 'sse' || relation === 'absent' || hiddenFrom(persona).includes(relation));
  const isOfCustomer = (place: Path) => place.length === 1 && customerKeys.has(String(place[0]));
  return idPlaces(call.schema).map((place) =>
    pairs
      .filter(({ relation }) => relation !== 'all' || isOfCustomer(place))
      .map((pair) => ({ call, place, ...pair }))
      .filter((cell) => canTry(cell) && isChosen(cell)),
  );
}

/** Sends the cells of one place. A caller who may not see a row must get the same status as for a row that does not exist. */
async function attackCells(stage: Stage, cells: readonly Cell[], { counts }: Findings): Promise<readonly string[]> {
  const wrong: string[] = [];
  const absent = new Map<PersonaName, Answer>();
  for (const cell of cells) {
    const answer = await send(stage, cell);
    counts['cells'] = (counts['cells'] ?? 0) + 1;
    const kind = answer.status < 300 ? 'answered' : 'refused';
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (cell.relation === 'own' && answer.status < 300) counts['own answered'] = (counts['own answered'] ?? 0) + 1;
    const said = judgeCell(cell, answer);
    if (said !== undefined) wrong.push(`${nameOf(cell)} ${said}`);
    if (cell.relation === 'absent') absent.set(cell.persona, answer);
    const isHidden = cell.persona !== 'administrator' && hiddenFrom(cell.persona).includes(cell.relation);
    const expected = absent.get(cell.persona)?.status;
    if (isHidden && expected !== undefined && answer.status !== expected) wrong.push(...(await confirmed(stage, cell)));
  }
  return wrong;
}

const send = (stage: Stage, cell: Cell) =>
  stage.ask(cell.persona, attackRequest(cell.call, argsOf(cell.call, cell.place, cell.relation)));

/** An earlier cell may have changed the caller's own rows: repeats both requests with the first rows. */
async function confirmed(stage: Stage, cell: Cell): Promise<readonly string[]> {
  await stage.plant(customers.own);
  const answer = await send(stage, cell);
  await stage.plant(customers.own);
  const absent = await send(stage, { ...cell, relation: 'absent' });
  if (answer.status === absent.status) return [];
  return [
    `${nameOf(cell)} answered ${answer.status} (${answer.text.slice(0, 150)}), but ${absent.status} where no row exists (${absent.text.slice(0, 150)})`,
  ];
}
