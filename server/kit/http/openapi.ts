import * as z from 'zod';
import { type Endpoint, routeOf } from '#contract/kit/endpoint.ts';
import { Refusal, refusalStatus } from '#contract/kit/errors.ts';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

/** The service's calls as an OpenAPI 3.1 document, made from the contract alone. */
export function openApiOf(
  endpoints: readonly Endpoint[],
  serverUrl: string,
): { openapi: string; paths: Record<string, unknown> } {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const { method, path } = routeOf(endpoint);
    const item = (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
    item[method.toLowerCase()] = operationOf(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Jobdock', version: '1' },
    servers: [{ url: serverUrl }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  } as { openapi: string; paths: Record<string, unknown> };
}

function operationOf(endpoint: Endpoint) {
  const { method, path } = routeOf(endpoint);
  const { properties = {}, required = [] } = schemaOf(endpoint.args, 'input');
  const inPath = [...path.matchAll(/:(\w+)/g)].flatMap((match) => match[1] ?? []);
  const others = Object.keys(properties).filter((name) => !inPath.includes(name));
  const inQuery = method === 'GET' || method === 'DELETE' ? others : [];
  const parameter = (name: string, place: 'path' | 'query') => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: properties[name],
  });
  const body =
    endpoint.wholeBody === undefined
      ? {
          type: 'object',
          properties: Object.fromEntries(others.map((name) => [name, properties[name]])),
          required: required.filter((name) => others.includes(name)),
        }
      : properties[endpoint.wholeBody];
  return {
    summary: endpoint.about,
    ...(endpoint.needs === 'public' ? {} : { security: [{ bearer: [] }] }),
    'x-needs': endpoint.needs,
    'x-offline': endpoint.offline,
    parameters: [...inPath.map((name) => parameter(name, 'path')), ...inQuery.map((name) => parameter(name, 'query'))],
    ...(inQuery.length === 0 && others.length > 0
      ? { requestBody: { content: { [bodyType(endpoint)]: { schema: body } } } }
      : {}),
    responses: responsesOf(endpoint),
  };
}

const bodyType = (endpoint: Endpoint) => (endpoint.upload === undefined ? 'application/json' : 'multipart/form-data');

const answerTypes = {
  sse: 'text/event-stream',
  ndjson: 'application/x-ndjson',
  xml: 'application/xml',
  file: 'application/octet-stream',
};

function responsesOf(endpoint: Endpoint) {
  const type = endpoint.raw === undefined ? 'application/json' : answerTypes[endpoint.raw];
  const good = {
    description: 'Done',
    content: { [type]: { schema: schemaOf(endpoint.reply, 'output'), example: endpoint.example } },
  };
  const refusals: Record<string, unknown> = {};
  for (const kind of endpoint.fails) {
    const option = Refusal.options.find((one) => one.shape.kind.value === kind);
    if (!option) continue;
    refusals[String(refusalStatus[kind])] = {
      description: `Refused: ${kind}`,
      content: { 'application/json': { schema: schemaOf(option, 'output') } },
    };
  }
  const signedOut = endpoint.needs === 'public' ? {} : { '401': { description: 'Signed out' } };
  return { '200': good, ...signedOut, ...refusals };
}
