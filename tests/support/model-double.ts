import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An OpenAI-compatible endpoint that returns what the test sets, and records its requests. */
export class ModelDouble {
  says: { status: number; value: unknown } = { status: 200, value: null };
  heard: { readonly authorization: string | undefined; readonly prompt: string }[] = [];
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  }

  static async start(): Promise<ModelDouble> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const double = new ModelDouble(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { messages } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { messages: { content: string }[] };
        double.heard.push({ authorization: request.headers.authorization, prompt: messages[1]?.content ?? '' });
        response.statusCode = double.says.status;
        response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify({ value: double.says.value }) } }] }));
      });
    });
    return double;
  }

  close(): Promise<void> {
    return new Promise((done) => void this.#server.close(() => done()));
  }
}
