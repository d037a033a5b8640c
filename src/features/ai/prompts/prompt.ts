import type { AiModel } from '#contract/ai/models.ts';
import type { AiPrompt } from '#contract/ai/prompts.ts';
import { operationIds, operationOf, operations } from '#domain/ai/operations.ts';

/** The name of a prompt's operation. */
export const operationName = ({ operation }: Pick<AiPrompt, 'operation'>): string =>
  operationOf(operation)?.name ?? String(operation);

/** Whom a prompt is for: “All customers”, names, or a count of many. */
export function customersWords({ customers }: Pick<AiPrompt, 'customers'>): string {
  if (customers.length === 0) return 'All customers';
  return customers.length > 3 ? `${customers.length} customers` : customers.map(({ name }) => name).join(', ');
}

/** Which version answers. */
export function stateWords({ production, version }: Pick<AiPrompt, 'production' | 'version'>): string {
  if (production === null) return 'Staged';
  return production === version ? 'In production' : `Version ${production} in production`;
}

export const operationChoices = operationIds.map((id) => ({ value: String(id), label: operations[id].name }));

export const formatChoices = [
  { value: 'text', label: 'Text' },
  { value: 'json_object', label: 'json_object' },
];

/** The models of an engine as choices. */
export const modelChoices = (models: readonly AiModel[] | null, engineId: string) =>
  (models ?? [])
    .filter((model) => String(model.engineId) === engineId)
    .map(({ id, name, adminOnly }) => ({ value: String(id), label: adminOnly ? `${name} (administrators only)` : name }));
