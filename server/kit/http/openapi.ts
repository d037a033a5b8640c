import * as z from 'zod';
import { type Endpoint, routeOf } from '#contract/kit/endpoint.ts';
import { Refusal, refusalStatus } from '#contract/kit/errors.ts';
import { documentedRoute, wireNamesOf, wireValuesOf } from '#contract/kit/wire-names.ts';
import { toWire } from '#contract/kit/wire-translation.ts';

type Override = NonNullable<z.core.JSONSchemaGeneratorParams['override']>;

/** The JSON schema of a value as it travels: with the documented names of its fields. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: documentedNames });
  return rest;
};

const documentedNames: Override = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  const values = wireValuesOf(zodSchema);
  if (values && jsonSchema.enum) jsonSchema.enum = jsonSchema.enum.map((value) => values[String(value)] ?? value);
  if (def.type === 'default' && jsonSchema.default !== undefined) jsonSchema.default = toWire(def.innerType, jsonSchema.default);
  if (def.type !== 'object' || !jsonSchema.properties) return;
  const names = wireNamesOf(def);
  const nameOf = (plain: string): string => names.get(plain) ?? plain;
  jsonSchema.properties = Object.fromEntries(
    Object.entries(jsonSchema.properties).map(([plain, field]) => [nameOf(plain), field]),
  );
  if (jsonSchema.required) jsonSchema.required = jsonSchema.required.map(nameOf);
};

/** The method and path of a call, the keys of the path under their documented names. */
const documented = (endpoint: Endpoint) => routeOf({ ...endpoint, route: documentedRoute(endpoint) });

/** The service's calls as an OpenAPI 3.1 document, made from the contract alone. */
export function openApiOf(
  endpoints: readonly Endpoint[],
  serverUrl: string,
): { openapi: string; paths: Record<string, unknown> } {
  const paths: Record<string, Record<string, unknown>> = {};
  const namesAt = pathNames(endpoints);
  for (const endpoint of endpoints) {
    const { method, path } = documented(endpoint);
    const names = namesAt.get(shapeOf(path)) ?? [];
    const item = (paths[filled(path, names)] ??= {});
    item[method.toLowerCase()] = operationOf(endpoint, names);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Jobdock', version: '1', license: { name: 'Proprietary' } },
    servers: [{ url: serverUrl }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  } as { openapi: string; paths: Record<string, unknown> };
}

const keysOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].flatMap((match) => match[1] ?? []);
const shapeOf = (path: string): string => path.replaceAll(/:\w+/g, ':');

/**
 * Parameter names of each path. OpenAPI treats paths that differ only in parameter names as equal: if one call uses `:targetId`
 * and another `:id`, the document calls it `targetIdOrId`. These names are never sent.
 */
function pathNames(endpoints: readonly Endpoint[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>[]>();
  for (const endpoint of endpoints) {
    const { path } = documented(endpoint);
    const places = found.get(shapeOf(path)) ?? keysOf(path).map(() => new Set<string>());
    for (const [place, key] of keysOf(path).entries()) places[place]?.add(key);
    found.set(shapeOf(path), places);
  }
  const either = (keys: ReadonlySet<string>) => [...keys].map((key, i) => (i === 0 ? key : `Or${capital(key)}`)).join('');
  return new Map([...found].map(([shape, places]) => [shape, places.map(either)]));
}

function filled(path: string, names: readonly string[]): string {
  let place = 0;
  return path.replaceAll(/:\w+/g, () => `{${names[place++] ?? ''}}`);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `POST /api/agent/run/:cust/:id` becomes `postAgentRunByCustById`, a name that stays as long as the route. */
function operationIdOf(endpoint: Endpoint): string {
  const { method, path } = documented(endpoint);
  const parts = path
    .replace(/^\/api(?=\/)/, '')
    .split('/')
    .map((part) => (part.startsWith(':') ? `By${capital(part.slice(1))}` : part.split(/\W+/).map(capital).join('')));
  return method.toLowerCase() + parts.join('');
}

function operationOf(endpoint: Endpoint, names: readonly string[]) {
  const { method, path } = documented(endpoint);
  const { properties = {}, required = [] } = schemaOf(endpoint.args, 'input');
  const inPath = keysOf(path);
  const others = Object.keys(properties).filter((name) => !inPath.includes(name));
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const inQuery = hasBody ? others.filter((name) => endpoint.wholeBody !== undefined && name !== endpoint.wholeBody) : others;
  const inBody = hasBody ? others.filter((name) => !inQuery.includes(name)) : [];
  const parameter = (name: string, place: 'path' | 'query', shown = name) => ({
    name: shown,
    in: place,
    ...(shown === name ? {} : { description: `The ${name}.` }),
    required: place === 'path' || required.includes(name),
    schema: properties[name],
  });
  const body =
    endpoint.wholeBody === undefined
      ? {
          type: 'object',
          properties: Object.fromEntries(inBody.map((name) => [name, properties[name]])),
          required: required.filter((name) => inBody.includes(name)),
        }
      : properties[endpoint.wholeBody];
  return {
    summary: endpoint.about,
    operationId: operationIdOf(endpoint),
    // Stated for public calls too; without it the check would look forgotten.
    security: endpoint.needs === 'public' ? [] : [{ bearer: [] }],
    'x-needs': endpoint.needs,
    'x-offline': endpoint.offline,
    parameters: [
      ...inPath.map((name, i) => parameter(name, 'path', names[i])),
      ...inQuery.map((name) => parameter(name, 'query')),
    ],
    ...(inBody.length > 0 && {
      requestBody: {
        required: inBody.some((name) => required.includes(name)),
        content: { [bodyType(endpoint)]: { schema: body } },
      },
    }),
    responses: responsesOf(endpoint),
  };
}

function bodyType(endpoint: Endpoint): string {
  if (endpoint.bytes !== undefined) return '*/*';
  return endpoint.upload === undefined ? 'application/json' : 'multipart/form-data';
}

const answerTypes = {
  sse: 'text/event-stream',
  ndjson: 'application/x-ndjson',
  xml: 'application/xml',
  html: 'text/html',
  file: 'application/octet-stream',
};

function responsesOf(endpoint: Endpoint) {
  const type = endpoint.raw === undefined ? 'application/json' : answerTypes[endpoint.raw];
  const good = {
    description: 'Done',
    content: { [type]: { schema: schemaOf(endpoint.reply, 'output'), example: toWire(endpoint.reply, endpoint.example) } },
  };
  const refusals = Object.fromEntries(
    [...new Set(endpoint.fails.map((kind) => refusalStatus[kind]))].map((status) => {
      const kinds = endpoint.fails.filter((kind) => refusalStatus[kind] === status);
      const options = Refusal.options.filter((one) => kinds.includes(one.shape.kind.value));
      const schemas = options.map((one) => schemaOf(one, 'output'));
      const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas };
      return [status, { description: `Refused: ${kinds.join(' or ')}`, content: { 'application/json': { schema } } }];
    }),
  );
  const signedOut = endpoint.needs === 'public' ? {} : { '401': { description: 'Signed out' } };
  const busy = { '429': { description: 'Too many calls: wait as long as Retry-After says' } };
  return { [endpoint.accepted ? '202' : '200']: good, ...signedOut, ...refusals, ...busy };
}
