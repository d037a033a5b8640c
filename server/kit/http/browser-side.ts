import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserCookie, BrowserSide } from './handle.ts';

/** The request as sign-in needs it: host, browser or not, and its cookies, which scripts cannot read [D2.2]. */
export function browserSide(
  request: FastifyRequest,
  reply: FastifyReply,
  site: {
    readonly secure: boolean;
    readonly port: number;
    readonly services: { readonly config: { readonly publicUrl: string } };
  },
): BrowserSide {
  // `__Host-` needs https. On plain loopback the port is part of the cookie's name: cookies ignore ports, and each installation
  // has its own port.
  const nameOf = (what: string) => (site.secure ? `__Host-jobdock_${what}` : `jobdock_${what}_${site.port}`);
  const options = { httpOnly: true, sameSite: 'strict', secure: site.secure, path: site.secure ? '/' : '/auth' } as const;
  const cookieOf = (name: string): BrowserCookie => ({
    read: () => request.cookies[name] ?? null,
    write: (value, maxAgeSeconds) => void reply.setCookie(name, value, { ...options, maxAge: maxAgeSeconds }),
    clear: () => void reply.clearCookie(name, options),
  });
  const { headers } = request;
  return {
    host: request.hostname,
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
    isBrowser: headers.origin !== undefined || headers['sec-fetch-site'] !== undefined,
    passkeySite: passkeySiteOf(request, site.services.config.publicUrl),
    refreshCookie: cookieOf(nameOf('refresh')),
    deviceMark: cookieOf(nameOf('device')),
  };
}

/** Browsers bind a passkey to a host name, over https only, or to `localhost`. */
function passkeySiteOf(request: FastifyRequest, publicUrl: string): BrowserSide['passkeySite'] {
  const own = new URL(publicUrl);
  if (own.protocol === 'https:') return { host: own.hostname, origin: own.origin };
  return request.hostname === 'localhost' ? { host: 'localhost', origin: `http://${request.host}` } : null;
}
