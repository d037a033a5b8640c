import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RawNode,
  type RootOperationNode,
  sql,
  type UnknownRow,
} from 'kysely';
import type { Db } from '#server/kit/db/connection.ts';

type Rewrite = (text: string) => string;

/** Faults in the texts of the service's statements. */
const rewrites = {
  /** Jobs are read without a lock before they are changed. */
  'row locks': (text) => text.replace(/(order by id\s+)for update\)$/, '$1)'),
  /** Two requests of one lane may run at once, and no key keeps a change from being stored twice. */
  'exactly once': (text) => text.replace(/^ for update\)/, ')'),
  /** Revisions come from a sequence, which takes no lock until the commit. */
  'revision order': (text) =>
    text
      .replace(/^insert into customer_feed \(customer_id, rev\) select $/, "select nextval('unlocked_rev') as rev from (select ")
      .replace(/^, 1 $/, '::int as customer) one ')
      .replace(/^\s*on conflict \(customer_id\) do update set rev = customer_feed\.rev \+ 1$/, '')
      .replace(/ returning rev\)$/, ')')
      .replace('f.rev as head', '(select last_value from unlocked_rev) as head'),
} as const satisfies Record<string, Rewrite>;
/** Faults that a test plants. The product has no switch for them. With `one snapshot`, each statement of a pull has its own. */
export type Fault = keyof typeof rewrites | 'one snapshot';

const setup: Partial<Record<Fault, readonly string[]>> = {
  'exactly once': ['alter table mutation_result drop constraint mutation_result_pkey', 'drop index mutation_result_once'],
  'revision order': ['create sequence unlocked_rev start 1000', "select nextval('unlocked_rev')"],
};

class Rewriter extends OperationNodeTransformer {
  readonly #rewrite: Rewrite;

  constructor(rewrite: Rewrite) {
    super();
    this.#rewrite = rewrite;
  }

  protected override transformRaw(node: RawNode): RawNode {
    const raw = super.transformRaw(node);
    return { ...raw, sqlFragments: raw.sqlFragments.map((text) => this.#rewrite(text)) };
  }
}

/** The same database with the statements of a fault. */
export async function withFault(db: Db, fault: Fault): Promise<Db> {
  for (const statement of setup[fault] ?? []) await sql.raw(statement).execute(db);
  if (fault === 'one snapshot') return withoutSnapshots(db);
  const rewriter = new Rewriter(rewrites[fault]);
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }: PluginTransformQueryArgs): RootOperationNode => rewriter.transformNode(node, queryId),
    transformResult: async ({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> => result,
  };
  return db.withPlugin(plugin);
}

/** Ignores the isolation level of transactions. */
function withoutSnapshots(db: Db): Db {
  const transaction = () => {
    const plain = db.transaction();
    const builder = {
      setIsolationLevel: () => builder,
      setAccessMode: () => builder,
      execute: plain.execute.bind(plain),
    };
    return builder;
  };
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction;
      const found: unknown = Reflect.get(target, name, target);
      return typeof found === 'function' ? (found.bind(target) as unknown) : found;
    },
  });
}
