import { BlockList, isIP } from 'node:net';

/** True for this machine, its containers, and addresses that are not reached over the internet. */
export function isLocalHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  const family = isIP(name);
  if (family === 0) return !name.includes('.') || /\.(localhost|local|lan|home|internal|home\.arpa)$/.test(name);
  return createPrivateRanges().check(name, family === 6 ? 'ipv6' : 'ipv4');
}

/** RFC 1918, RFC 4193, loopback and link-local. */
function createPrivateRanges(): BlockList {
  const ranges = new BlockList();
  ranges.addSubnet('127.0.0.0', 8);
  ranges.addSubnet('10.0.0.0', 8);
  ranges.addSubnet('172.16.0.0', 12);
  ranges.addSubnet('192.168.0.0', 16);
  ranges.addSubnet('169.254.0.0', 16);
  ranges.addAddress('::1', 'ipv6');
  ranges.addSubnet('fc00::', 7, 'ipv6');
  ranges.addSubnet('fe80::', 10, 'ipv6');
  return ranges;
}
