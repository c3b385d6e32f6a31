/**
 * Decides whether a webhook may have an address: public addresses are permitted, and networks in a setting. Any other
 * address may be internal to the deployment (SSRF). Special ranges are from IANA's registries of special-purpose
 * addresses.
 */
import { BlockList, isIP } from 'node:net';

const SPECIAL_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
/**
 * Ranges within 2000::/3, the only global part of IPv6, that are not public: tunnels that embed an IPv4 address, and
 * documentation.
 */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const CIDR = /^([^/]+)\/(\d{1,3})$/;
const special = listOf([...SPECIAL_V4, ...SPECIAL_V6]);
const globalV6 = listOf(['2000::/3']);

export type AddressRule = (address: string) => 'public' | 'allowed' | 'refused';

/** Creates the rule. `allowed`: networks in CIDR notation, separated by commas. Throws for an invalid network. */
export function addressRule(allowed: string): AddressRule {
  const list = listOf(allowed.split(',').flatMap((network) => network.trim() || []));
  return (address) => {
    const version = isIP(address);
    if (version === 0) return 'refused';
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (list.check(address, family)) return 'allowed';
    if (special.check(address, family)) return 'refused';
    return version === 4 || globalV6.check(address, family) ? 'public' : 'refused';
  };
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [, address = '', bits] = CIDR.exec(network) ?? [];
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Message that says why `url`, whose host has these addresses, is not permitted; undefined if it is permitted. */
export function addressProblem(
  url: URL,
  rule: AddressRule,
  addresses: readonly string[],
): string | undefined {
  const kinds = addresses.map(rule);
  if (kinds.length === 0 || kinds.includes('refused'))
    return `${hostOf(url)} is at an address that is not permitted for webhooks`;
  if (url.protocol !== 'https:' && kinds.includes('public'))
    return `${hostOf(url)} is a public address, which needs https`;
  return undefined;
}
