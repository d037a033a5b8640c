import { resolve } from 'node:path';
import { operations } from '#domain/ai/operations.ts';
import { checkedReading } from '#domain/parsing/extract/checked-reading.ts';
import { answerSchema } from '#server/ai/ask/answer-schemas.ts';
import { type AskPorts, routeOf } from '#server/ai/ask/ask-prompt.ts';
import { askChat } from '#server/ai/client/chat-client.ts';
import { builtInReader, promptReader, type Reader } from '#server/ai/measure/readers.ts';
import { askedVersion } from '#server/ai/rows/prompt-rows.ts';
import { withOwnDatabase } from '#server/backup/places.ts';
import { keyPlaceOf, readConfig } from '#server/config.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { standInModels } from '#server/demo/model/stand-in-answers.ts';
import { createStandInModel } from '#server/demo/model/stand-in-model.ts';
import { openDatabase } from '#server/kit/db/connection.ts';
import { homeFolder } from '#server/kit/db/embedded/embedded.ts';
import { readMasterKeys } from '#server/kit/keys/master-keys.ts';
import { settleRootKeys } from '#server/kit/keys/root-keys.ts';
import { createSecrets } from '#server/kit/lib/secrets.ts';
import { EvalProblem } from './eval-problem.ts';

/** Which reader is measured: `built-in`, a model of the stand-in, or an engine of the service by its number or name. */
export type EngineArgs = {
  readonly engine: string;
  /** A prompt of the service, and one of its versions; without a version the newest one. */
  readonly prompt: string | undefined;
  readonly version: string | undefined;
};

/** Work with a reader and the name that the results carry. */
type WithReader<T> = (reader: Reader, name: string) => Promise<T>;

/** Runs work with the reader that the arguments name, and closes what it needed. Throws `EvalProblem`. */
export function withReader<T>(args: EngineArgs, work: WithReader<T>): Promise<T> {
  if (args.engine === 'built-in') return work(builtInReader, 'built-in reader');
  if (Object.hasOwn(standInModels, args.engine)) return withStandIn(args.engine, work);
  return withEngine(args, work);
}

const properties = operations[1].properties.map(({ name }) => name);

/** The stand-in without a service. It needs no prompt, because it reads by fixed rules. */
async function withStandIn<T>(model: string, work: WithReader<T>): Promise<T> {
  const { server } = createStandInModel();
  const url = new URL(await listenOnLoopback(server));
  const schema = answerSchema(1, properties);
  const question = { model, instructions: operations[1].about, name: schema.name, schema: schema.sent, temperature: 0 };
  const reader: Reader = async (data) => {
    const connection = { url: `${url.origin}/v1`, allow: [url.host], key: undefined };
    const { outcome, value, milliseconds, standIn } = await askChat(connection, { ...question, data, form: 'json_schema' });
    const read = outcome === 'answered' ? schema.read.safeParse(value) : null;
    const reading = read?.success ? checkedReading(read.data, data) : null;
    const isUnreadable = outcome === 'answered' && reading === null;
    return {
      kind: 'answer',
      answer: { outcome: isUnreadable ? 'unreadable' : outcome, reading, milliseconds, cost: 0 },
      standIn,
    };
  };
  try {
    return await work(reader, model);
  } finally {
    await closeNow(server);
  }
}

const whole = (name: string, text: string): number => {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new EvalProblem(`--${name} ${text}: write a whole number above 0.`);
  return number;
};

/** An engine of the service's database, by a version of a prompt, through the client of the service. The log of calls has each call. */
function withEngine<T>({ engine, prompt, version }: EngineArgs, work: WithReader<T>): Promise<T> {
  if (prompt === undefined)
    throw new EvalProblem(
      `--engine ${engine}: an engine of the service needs --prompt. Without a service use built-in, ${Object.keys(standInModels).join(' or ')}.`,
    );
  const [promptId, number] = [whole('prompt', prompt), version === undefined ? null : whole('version', version)];
  const config = readConfig(process.env);
  const home = homeFolder(resolve('.'), config.JOBDOCK_HOME);
  const place = { ...keyPlaceOf(config, home), databaseUrl: config.DATABASE_URL };
  return withOwnDatabase(place, async (url) => {
    const db = openDatabase(url);
    try {
      const secrets = createSecrets(...(await settleRootKeys(db, await readMasterKeys(place))));
      const found = await promptOf({ db, secrets, now: () => new Date() }, { engine, promptId, version: number });
      return await work(found.reader, found.name);
    } finally {
      await db.destroy();
    }
  });
}

type Wanted = { readonly engine: string; readonly promptId: number; readonly version: number | null };

async function promptOf(ports: AskPorts, { engine, promptId, version }: Wanted) {
  const prompt = await askedVersion(ports.db, promptId, version);
  if (!prompt) throw new EvalProblem(`There is no prompt ${promptId}${version === null ? '' : ` with a version ${version}`}.`);
  if (prompt.operation !== 1)
    throw new EvalProblem(`Prompt ${promptId} is not for “${operations[1].name}”: only prompts of that operation are measured.`);
  const known = await ports.db.selectFrom('ai_engine').select(['id', 'name', 'default_model_id']).orderBy('id').execute();
  const named = known.find(({ id, name }) => String(id) === engine || name.toLowerCase() === engine.toLowerCase());
  if (!named) throw new EvalProblem(`There is no engine ${engine}. Use ${known.map(({ name }) => `“${name}”`).join(', ')}.`);
  const other = named.id === prompt.engineId ? undefined : (named.default_model_id ?? undefined);
  const route = await routeOf(ports, prompt, { test: true, ...(other !== undefined && { modelId: other }) });
  if (!route || route.engine.id !== named.id)
    throw new EvalProblem(`“${named.name}” is not connected, or has no model for this prompt. Connect it under AI models.`);
  const provider = await ports.db.selectFrom('customer').select('id').where('provider', '=', true).executeTakeFirstOrThrow();
  return {
    reader: promptReader(ports, prompt, route, provider.id),
    name: `prompt ${promptId}, version ${prompt.version}, by ${route.model.name} of ${named.name}`,
  };
}
