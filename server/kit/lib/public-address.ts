import { BlockList, isIP } from 'node:net';

/** IPv4 ranges outside the public internet: own host, private, carrier, link-local with metadata, documentation, multicast. */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Ranges of global unicast that lead elsewhere: Teredo and other protocols, documentation, 6to4. */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function rangesOf(cidrs: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [net = '', bits] = cidr.split('/');
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}

const notPublicV4 = rangesOf(NOT_PUBLIC_V4, 'ipv4');
const notPublicV6 = rangesOf(NOT_PUBLIC_V6, 'ipv6');
// All other non-public IPv6 ranges (own host, private, link-local, multicast, v4-mapped, NAT64) are outside global unicast.
const globalUnicast = rangesOf(['2000::/3'], 'ipv6');

/** Whether an address belongs to the public internet. False for text that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublicV4.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6');
}
