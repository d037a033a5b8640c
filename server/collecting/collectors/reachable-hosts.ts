import type { Services } from '#server/kit/http/handle.ts';

/** Hosts that collectors may reach although they are private: the demo's own vendor site, and those of `JOBDOCK_ALLOW_HOSTS`. */
export const reachableHosts = ({ vendorSiteUrl, allowHosts }: Services['config']): readonly string[] => [
  ...(vendorSiteUrl === null ? [] : [new URL(vendorSiteUrl).host]),
  ...allowHosts,
];
