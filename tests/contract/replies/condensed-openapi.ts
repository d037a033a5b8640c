type Schema = {
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
};
type Content = { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
type Operation = {
  readonly operationId: string;
  readonly 'x-needs': string;
  readonly 'x-offline': string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
};

/** Shortens an OpenAPI document to one entry per operation: parameters, body and replies as types, without prose. */
export function condensedOpenApi(document: unknown): unknown {
  const { openapi, paths } = document as { openapi: string; paths: Record<string, Record<string, Operation>> };
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, condensed(operation)] as const),
  );
  return { openapi, ...Object.fromEntries(operations) };
}

function condensed({ operationId, parameters, requestBody, responses, ...operation }: Operation) {
  return {
    operationId,
    needs: operation['x-needs'],
    offline: operation['x-offline'],
    ...(parameters.length > 0 && { parameters: parameters.map(parameterText) }),
    ...(requestBody && { body: contentText(requestBody) }),
    replies: Object.fromEntries(Object.entries(responses).map(([status, content]) => [status, contentText(content)])),
  };
}

const parameterText = ({ name, in: where, required, schema }: Operation['parameters'][number]): string =>
  `${where} ${name}${required ? '' : '?'}: ${typeText(schema)}`;

function contentText({ content = {} }: Content): string {
  const texts = Object.entries(content).map(([type, { schema }]) => {
    const text = schema ? typeText(schema) : 'unknown';
    return type === 'application/json' ? text : `${type}: ${text}`;
  });
  return texts.join(' or ');
}

function typeText(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join('|');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map(typeText))].join('|');
  if (Array.isArray(schema.type)) return schema.type.join('|');
  if (schema.type === 'array') return `(${typeText(schema.items ?? {})})[]`;
  if (schema.type === 'object') return objectText(schema);
  return typeof schema.type === 'string' ? schema.type : 'unknown';
}

function objectText({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, each]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(each)}`,
  );
  if (typeof additionalProperties === 'object') fields.push(`[key]: ${typeText(additionalProperties)}`);
  return `{${fields.join(', ')}}`;
}
