import createClient from 'openapi-fetch';
import type { paths } from './generated/schema.js';

// A client of the kind an agency's own engineers write: it knows nothing of the product but its OpenAPI document.

/** Signs in, lists the sources, gives one another alias, and sees it; throws where an answer is not what the document says. */
export async function walk(baseUrl: string, username: string, password: string): Promise<string> {
  const anyone = createClient<paths>({ baseUrl });
  const session = await anyone.POST('/auth/login', { body: { username, password } });
  if (!session.data) throw new Error(`sign-in: ${JSON.stringify(session.error)}`);

  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${session.data.access_token}` } });
  const list = async () => {
    const { data, error } = await client.GET('/api/map/sources/all/{cust}', { params: { path: { cust: 'me' } } });
    if (!data) throw new Error(`list: ${JSON.stringify(error)}`);
    return data;
  };
  const [source] = await list();
  if (!source) throw new Error('list: the customer has no source');

  const Alias = `${source.Source} by API`;
  const { ID, Source, AutoPost } = source;
  const saved = await client.PUT('/api/Sources', { body: { ID, Source, AutoPost, Alias } });
  if (saved.data?.Alias !== Alias) throw new Error(`edit: ${JSON.stringify(saved)}`);

  const seen = (await list()).find((each) => each.ID === ID);
  if (seen?.Alias !== Alias || seen.Source !== Source || seen.AutoPost !== AutoPost)
    throw new Error(`the edit is not listed: ${JSON.stringify(seen)}`);

  // What the document refuses to a compiler, the service refuses too, and in the words that the document declares.
  const refused = await client.PUT('/api/Sources', { body: { ID, Source: 'x'.repeat(101), AutoPost } });
  if (refused.response.status !== 400 || refused.error?.kind !== 'invalid')
    throw new Error(`a name that is too long: ${refused.response.status} ${JSON.stringify(refused.error)}`);
  return `${Source} is called ${Alias}`;
}
