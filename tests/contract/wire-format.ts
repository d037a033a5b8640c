import type { Endpoint } from '#contract/kit/endpoint.ts';
import { openApiOf } from '#server/kit/http/openapi.ts';

type Schema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly prefixItems?: readonly Schema[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};
type Media = { readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>> };
type Operation = {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Media;
  readonly responses: Readonly<Record<string, Media>>;
};

/**
 * The wire format of each call as text: name and type of every parameter and property, and the example reply as JSON. It comes
 * from the OpenAPI document, so that it matches what callers of the API read.
 */
export function wireFormatOf(endpoints: readonly Endpoint[]): string {
  const paths = openApiOf(endpoints, 'http://127.0.0.1').paths as Record<string, Record<string, Operation>>;
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, ...linesOf(operation)].join('\n')),
  );
  return `${[...calls.toSorted(), refusalsOf(paths)].join('\n\n')}\n`;
}

/** Fields of refusals, which all calls share. */
function refusalsOf(paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>): string {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const lines = operations.flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, { content = {} }]) =>
      isDone(status) ? [] : Object.values(content).flatMap(({ schema }) => fieldLines(`  ${status}`, schema, true)),
    ),
  );
  return ['Refusals', ...[...new Set(lines)].toSorted()].join('\n');
}

/** 202: stored, and worked on later. */
const isDone = (status: string): boolean => status === '200' || status === '202';
const doneOf = (responses: Operation['responses']) => Object.entries(responses).find(([status]) => isDone(status))?.[1];

function linesOf({ operationId, parameters, requestBody, responses }: Operation): string[] {
  const lines = [`  ${operationId}`];
  for (const { name, in: place, required, schema } of parameters)
    lines.push(...fieldLines(`  ${place} ${name}`, schema, required));
  for (const { schema } of Object.values(requestBody?.content ?? {})) lines.push(...fieldLines('  body', schema, true));
  for (const { schema, example } of Object.values(doneOf(responses)?.content ?? {}))
    lines.push(...fieldLines('  reply', schema, true), `  example ${JSON.stringify(example)}`);
  const refusals = Object.keys(responses).filter((status) => !isDone(status));
  return [...lines, `  refuses ${refusals.join(' ')}`];
}

/** One line for a value, and one for each nested value. */
function fieldLines(at: string, schema: Schema, required: boolean): string[] {
  const below = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    `${at}${required ? '' : '?'}: ${typeOf(schema)}`,
    ...below.flatMap((each) => [
      ...Object.entries(each.properties ?? {}).flatMap(([name, field]) =>
        fieldLines(`${at}.${name}`, field, each.required?.includes(name) ?? false),
      ),
      ...(each.items === undefined ? [] : fieldLines(`${at}[]`, each.items, true)),
      ...(each.prefixItems ?? []).flatMap((item, place) => fieldLines(`${at}[${place}]`, item, true)),
      ...(typeof each.additionalProperties === 'object' ? fieldLines(`${at}{}`, each.additionalProperties, true) : []),
    ]),
  ];
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map(typeOf).join(' | ');
  return [schema.type ?? 'any'].flat().join(' | ');
}
