import { ZenEngine } from '@gorules/zen-engine';
import { LogicEngine } from 'json-logic-engine';
import { Engine } from 'json-rules-engine';
import sift from 'sift';
import type { BenchJob } from './jobs.ts';
import type { BenchRule, Leaf, Tree } from './rules.ts';

/** An engine that finds which rules match each of its jobs. Returns the match count of each rule. */
export type Peer = {
  readonly name: string;
  readonly jobs: number;
  readonly hits: (jobs: readonly BenchJob[]) => Promise<Uint32Array> | Uint32Array;
};

type Closure = (job: BenchJob) => boolean;

/** Carefully hand-written closures: captured constants, sets for lists, short-circuit evaluation. */
function closureOf(node: Tree | Leaf): Closure {
  const { field } = 'field' in node ? node : { field: '' };
  switch (node.kind) {
    case 'in': {
      const [only, ...more] = node.values;
      const set = new Set(node.values);
      return more.length === 0 ? (job) => job[field] === only : (job) => set.has(job[field] as string);
    }
    case 'not':
      return (job) => job[field] !== node.value;
    case 'contains':
      return (job) => (job[field] as string).includes(node.text);
    case 'less':
      return (job) => (job[field] as number) < node.value;
    case 'more':
      return (job) => (job[field] as number) > node.value;
    default: {
      const parts = node.parts.map(closureOf);
      const [a, b, c] = parts;
      if (!a || !b) throw new Error('a tree of one part');
      if (node.kind === 'or') return (job) => a(job) || b(job);
      return c ? (job) => a(job) && b(job) && c(job) : (job) => a(job) && b(job);
    }
  }
}

export function closures(rules: readonly BenchRule[], jobs: number): Peer {
  const tests = rules.map((rule) => closureOf(rule.when));
  return { name: 'hand-written closures', jobs, hits: (from) => counted(tests, from) };
}

function counted(tests: readonly Closure[], jobs: readonly BenchJob[]): Uint32Array {
  const hits = new Uint32Array(tests.length);
  for (const job of jobs) for (const [i, test] of tests.entries()) if (test(job)) hits[i] = (hits[i] ?? 0) + 1;
  return hits;
}

/** Each rule sees the results of the previous ones: the same closures over a copy of each job. */
export function chainedClosures(
  rules: readonly BenchRule[],
  jobs: readonly BenchJob[],
): { hits: Uint32Array; after: BenchJob[] } {
  const steps = rules.map(({ when, target, value }) => ({ test: closureOf(when), target, value }));
  const hits = new Uint32Array(rules.length);
  const after = jobs.map((job) => {
    const copy = { ...job };
    for (const [i, { test, target, value }] of steps.entries()) {
      if (!test(copy)) continue;
      hits[i] = (hits[i] ?? 0) + 1;
      copy[target] = value;
    }
    return copy;
  });
  return { hits, after };
}

function logicOf(node: Tree | Leaf): object {
  switch (node.kind) {
    case 'in':
      return { in: [{ var: node.field }, node.values] };
    case 'not':
      return { '!==': [{ var: node.field }, node.value] };
    case 'contains':
      return { in: [node.text, { var: node.field }] };
    case 'less':
      return { '<': [{ var: node.field }, node.value] };
    case 'more':
      return { '>': [{ var: node.field }, node.value] };
    default:
      return { [node.kind]: node.parts.map(logicOf) };
  }
}

export function jsonLogic(rules: readonly BenchRule[], jobs: number): Peer {
  const engine = new LogicEngine();
  const tests = rules.map((rule) => engine.build(logicOf(rule.when)) as Closure);
  return { name: 'json-logic-engine, compiled', jobs, hits: (from) => counted(tests, from) };
}

function queryOf(node: Tree | Leaf): object {
  switch (node.kind) {
    case 'in':
      return { [node.field]: { $in: node.values } };
    case 'not':
      return { [node.field]: { $ne: node.value } };
    case 'contains':
      return { [node.field]: { $regex: node.text } };
    case 'less':
      return { [node.field]: { $lt: node.value } };
    case 'more':
      return { [node.field]: { $gt: node.value } };
    default:
      return { [`$${node.kind}`]: node.parts.map(queryOf) };
  }
}

export function siftPeer(rules: readonly BenchRule[], jobs: number): Peer {
  const tests = rules.map((rule) => sift(queryOf(rule.when)) as Closure);
  return { name: 'sift', jobs, hits: (from) => counted(tests, from) };
}

function zenText(node: Tree | Leaf): string {
  switch (node.kind) {
    case 'in':
      return `(${node.field} in [${node.values.map((value) => `'${value}'`).join(', ')}])`;
    case 'not':
      return `(${node.field} != '${node.value}')`;
    case 'contains':
      return `contains(${node.field}, '${node.text}')`;
    case 'less':
      return `(${node.field} < ${node.value})`;
    case 'more':
      return `(${node.field} > ${node.value})`;
    default:
      return `(${node.parts.map(zenText).join(` ${node.kind} `)})`;
  }
}

/** One decision with every rule as an expression, so that a job is passed once and not once per rule. */
export function zen(rules: readonly BenchRule[], jobs: number): Peer {
  const expressions = rules.map((rule) => ({ id: `e${rule.id}`, key: `r${rule.id}`, value: zenText(rule.when) }));
  const decision = new ZenEngine().createDecision({
    contentType: 'application/vnd.gorules.decision',
    nodes: [
      { id: 'in', type: 'inputNode', name: 'in', position: { x: 0, y: 0 } },
      { id: 'rules', type: 'expressionNode', name: 'rules', position: { x: 1, y: 0 }, content: { expressions } },
      { id: 'out', type: 'outputNode', name: 'out', position: { x: 2, y: 0 } },
    ],
    edges: [
      { id: 'a', type: 'edge', sourceId: 'in', targetId: 'rules' },
      { id: 'b', type: 'edge', sourceId: 'rules', targetId: 'out' },
    ],
  });
  const hits = async (from: readonly BenchJob[]): Promise<Uint32Array> => {
    const counts = new Uint32Array(rules.length);
    for (const job of from) {
      const { result } = (await decision.evaluate(job)) as { result: Record<string, boolean> };
      for (const [i, rule] of rules.entries()) if (result[`r${rule.id}`]) counts[i] = (counts[i] ?? 0) + 1;
    }
    return counts;
  };
  return { name: 'zen-engine, native', jobs, hits };
}

function factsOf(node: Tree | Leaf): object {
  switch (node.kind) {
    case 'in':
      return { fact: node.field, operator: 'in', value: node.values };
    case 'not':
      return { fact: node.field, operator: 'notEqual', value: node.value };
    case 'contains':
      return { fact: node.field, operator: 'textContains', value: node.text };
    case 'less':
      return { fact: node.field, operator: 'lessThan', value: node.value };
    case 'more':
      return { fact: node.field, operator: 'greaterThan', value: node.value };
    default:
      return { [node.kind === 'and' ? 'all' : 'any']: node.parts.map(factsOf) };
  }
}

export function jsonRules(rules: readonly BenchRule[], jobs: number): Peer {
  const engine = new Engine();
  engine.addOperator('textContains', (text: string, part: string) => text.includes(part));
  for (const rule of rules) engine.addRule({ conditions: factsOf(rule.when) as never, event: { type: String(rule.id) } });
  const hits = async (from: readonly BenchJob[]): Promise<Uint32Array> => {
    const counts = new Uint32Array(rules.length);
    for (const job of from) {
      const { events } = await engine.run(job);
      for (const { type } of events) counts[Number(type) - 1] = (counts[Number(type) - 1] ?? 0) + 1;
    }
    return counts;
  };
  return { name: 'json-rules-engine', jobs, hits };
}
