import { type AnswerForm, askChat, type ChatAnswer, type Connection } from './chat-client.ts';

const schema = {
  type: 'object',
  properties: { ready: { type: 'boolean' } },
  required: ['ready'],
  additionalProperties: false,
};

/** Asks a model whether it is ready, in the strictest form first, so that the answer says which forms it accepts. */
export function checkModel(connection: Connection, model: string, form: AnswerForm = 'json_schema'): Promise<ChatAnswer> {
  return askChat(connection, {
    model,
    instructions: 'This is a test of the connection. Answer with ready: true.',
    data: 'Are you ready?',
    name: 'test',
    schema,
    temperature: null,
    form,
  });
}
