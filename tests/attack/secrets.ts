import { doubleCredentials } from '#server/demo/bullhorn/bullhorn-double.ts';
import type { Findings } from './send.ts';
import { passwords, type World } from './world.ts';

/** Columns that hold secrets only as a hash or sealed; a secret in clear in any other column is a leak. */
const hidden = new Set(['password_hash', 'refresh_hash', 'previous_hash', 'successor_sealed', 'token_hash', 'sealed']);

/** Secrets that no answer, log line or row may show. */
export const knownSecrets = (): readonly string[] => [...passwords, doubleCredentials.password, doubleCredentials.clientSecret];

/**
 * Looks for secrets in the service's output at every level, and in every column of every table that is not sealed or hashed.
 * Returns how many columns were read.
 */
export async function findSecrets(world: World, findings: Findings): Promise<number> {
  const tokens = Object.values(world.tokens);
  const said = world.target.process.said
    .split('\n')
    // The demo prints its passwords at each start.
    .filter((line) => line.startsWith('{'));
  for (const line of said) {
    if ([...knownSecrets(), ...tokens].some((secret) => line.includes(secret)))
      findings.leaks.push(`a log line shows a secret: ${line.slice(0, 200)}`);
  }
  const columns = await world.target.rows<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema in ('public', 'pgboss') and table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  for (const { table, column } of columns.filter(({ column }) => !hidden.has(column))) {
    for (const secret of [...knownSecrets(), ...tokens]) {
      const [row] = await world.target.rows<{ n: number }>(
        `select count(*)::int as n from "${table}" where position($1 in "${column}"::text) > 0`,
        [secret],
      );
      if ((row?.n ?? 0) > 0) findings.leaks.push(`${table}.${column} holds a secret in clear`);
    }
  }
  return columns.length;
}
