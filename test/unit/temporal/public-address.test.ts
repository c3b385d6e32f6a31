/** Permitted addresses of webhooks: the ranges of IANA's registries, in every notation. */
import assert from 'node:assert/strict';
import { addressRule } from '../../../temporal/public-address.ts';

const REFUSED = [
  ['this network', '0.0.0.0'],
  ['private, class A', '10.0.0.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['loopback', '127.0.0.1'],
  ['loopback, its last', '127.255.255.255'],
  ['link-local', '169.254.1.1'],
  ['metadata of a cloud', '169.254.169.254'],
  ['private, class B', '172.16.0.1'],
  ['private, class B, its last', '172.31.255.255'],
  ['protocol assignments', '192.0.0.170'],
  ['documentation', '192.0.2.1'],
  ['6to4 relays', '192.88.99.1'],
  ['private, class C', '192.168.1.1'],
  ['benchmarks', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6: unspecified', '::'],
  ['IPv6: loopback', '::1'],
  ['IPv6: loopback, in full', '0:0:0:0:0:0:0:1'],
  ['IPv6: of IPv4 loopback', '::ffff:127.0.0.1'],
  ['IPv6: of IPv4 loopback, in hexadecimal', '::ffff:7f00:1'],
  ['IPv6: of a public IPv4 address, which has its own form', '::ffff:8.8.8.8'],
  ['IPv6: compatible with IPv4', '::127.0.0.1'],
  ['IPv6: translation of a private address', '64:ff9b::a00:1'],
  ['IPv6: local translation', '64:ff9b:1::1'],
  ['IPv6: discard', '100::1'],
  ['IPv6: unique local', 'fd00::1'],
  ['IPv6: link-local', 'fe80::1'],
  ['IPv6: link-local with a zone', 'fe80::1%eth0'],
  ['IPv6: multicast', 'ff02::1'],
  ['IPv6: Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['IPv6: documentation', '2001:db8::1'],
  ['IPv6: 6to4 of a private address', '2002:a00:1::1'],
  ['no address', 'localhost'],
  ['empty', ''],
] as const;

describe('addresses of webhooks', () => {
  const rule = addressRule('');
  for (const [what, address] of REFUSED)
    it(`are not ${what} (${address})`, () => assert.equal(rule(address), 'refused'));
  for (const address of [
    '8.8.8.8',
    '172.32.0.1',
    '100.63.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
  ])
    it(`may be ${address}`, () => assert.equal(rule(address), 'public'));
  it('may be in networks of the setting, and in no other', () => {
    const verdictOf = addressRule('10.1.0.0/16, fd00::/8');
    assert.deepEqual(['10.1.2.3', 'fd12::1', '10.2.0.1', '127.0.0.1', '9.9.9.9'].map(verdictOf), [
      'allowed',
      'allowed',
      'refused',
      'refused',
      'public',
    ]);
  });
  it('are networks only where they are written as such', () => {
    for (const list of ['', '10.0.0.0/8', ' 10.0.0.0/8 , ::1/128']) assert.ok(addressRule(list), list);
    for (const list of ['10.0.0.0', '10.0.0.0/', '10.0.0.0/33', 'x/8', 'fd00::/129', '10.0.0.0/8/8'])
      assert.throws(() => addressRule(list), { name: /Error/ }, list);
  });
});
