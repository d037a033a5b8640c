import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandNames } from '#contract/commands/commands.ts';
import { ChangeKind } from '#contract/people/activity.ts';
import { callSentences } from '#domain/activity/call-sentences.ts';
import { orderOf } from '#domain/activity/order-of.ts';
import { pastOf } from '#domain/activity/order-sentence.ts';
import { changeKinds } from '#domain/activity/say.ts';
import { aboutOf, auditNames } from '#domain/activity/sentence.ts';
import { routes } from '#server/routes.ts';

const writers = /writeAudit|auditStatement|auditRow|auditLine|noteRun|insert into audit\b|const attempt =/;
/** A text such as `'status.save'`, alone in its quotes. */
const dotted = /'([a-z][A-Za-z]*(?:\.[a-z][A-Za-z_]*)+)'/g;
/** A line of code that gives an audit line its name. */
const naming = /\b(?:name|attempt)(?::| =)|noteRun\(|\$\{now\}, '/;

/** Every audit name that a file of the service writes by itself, without the declaration of a handler. */
function namesInFiles(): Set<string> {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('demo/'),
  );
  const names = new Set<string>();
  for (const file of files) {
    const text = readFileSync(`server/${file}`, 'utf8');
    if (!writers.test(text)) continue;
    for (const line of text.split('\n').filter((each) => naming.test(each)))
      for (const [, name = ''] of line.matchAll(dotted)) names.add(name);
  }
  return names;
}

test('every audit name of a handler, a run and a function has a sentence: add one to domain/activity/call-sentences.ts', () => {
  const named = routes.flatMap(({ audit }) => (audit !== null && !audit.startsWith('none: ') ? [audit] : []));
  const written = [...namesInFiles()];
  expect(named.length).toBeGreaterThan(60);
  expect(written).toEqual(
    expect.arrayContaining(['sync.restored', 'mapping.run.undo', 'rules.clear', 'session.reuse', 'right.given']),
  );
  const known = new Set([...Object.keys(callSentences), ...commandNames]);
  expect([...new Set([...named, ...written])].filter((name) => !known.has(name))).toEqual([]);
});

test('no sentence is for a name that nothing writes', () => {
  const written = new Set([...routes.map(({ audit }) => audit), ...namesInFiles()]);
  expect(Object.keys(callSentences).filter((name) => !written.has(name))).toEqual([]);
});

test('every command is about a kind of object, and every kind of change of the call has a label', () => {
  expect(commandNames.filter((name) => aboutOf(name) === null)).toEqual([]);
  expect(Object.keys(changeKinds)).toEqual(ChangeKind.options);
  const inKinds = ChangeKind.options.flatMap((kind) => auditNames(null, kind) ?? []);
  expect(inKinds.sort()).toEqual([...Object.keys(callSentences), ...commandNames].sort());
});

test('a command of the audit is said as an order, and its order has a past', () => {
  const order = orderOf('value.map.v1', { ids: [5], mappedId: null, certainty: null }, () => 'Med/Surg');
  expect(order && pastOf(order)).toBe('unmapped “Med/Surg”');
  expect(orderOf('value.map.v1', { ids: 'no' }, () => null)).toBeNull();
  expect(orderOf('lamp.light.v1', {}, () => null)).toBeNull();
});
