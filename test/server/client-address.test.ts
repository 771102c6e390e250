import { describe, expect, it } from 'vitest';
import { createClientFinder } from '../../src/server/client-address.js';

/** Returns the client of a request that a peer sends with `X-Forwarded-For`. */
function clientOf(
  trustedProxies: readonly string[],
  remoteAddress: string | undefined,
  forwarded?: string,
) {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return createClientFinder(trustedProxies).ofRequest({ socket: { remoteAddress }, headers });
}

describe('The client of a request', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:0:0001::', '2001:db8:0:0001::', '2001:db8:0:1'],
    ['fe80::1%eth0', 'fe80::1', 'fe80:0:0:0'],
    ['64:ff9b::192.0.2.1', '64:ff9b::192.0.2.1', '64:ff9b:0:0'],
    ['127.0.0.1', '127.0.0.1', undefined],
    ['127.9.9.9', '127.9.9.9', undefined],
    ['::1', '::1', undefined],
    ['::ffff:127.0.0.1', '127.0.0.1', undefined],
    ['::ffff:7f00:1', '127.0.0.1', undefined],
    ['0:0:0:0:0:FFFF:C000:201', '192.0.2.1', '192.0.2.1'],
    ['2001:db8::1:2:3:192.0.2.1', '2001:db8::1:2:3:192.0.2.1', '2001:db8:0:1'],
    ['::ffff:0:1:2', '::ffff:0:1:2', '0:0:0:0'],
    [undefined, undefined, undefined],
  ])('from %s has the address %s, and limits count %s', (peer, address, limited) => {
    expect(clientOf([], peer)).toEqual({ address, limited });
    expect(clientOf([], peer, '198.51.100.7')).toEqual({ address, limited });
  });

  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['6.6.6.6, 198.51.100.7', '198.51.100.7'],
    ['6.6.6.6, 198.51.100.7, 10.9.9.9,10.0.0.1', '198.51.100.7'],
    ['198.51.100.7:4711', '198.51.100.7'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['127.0.0.1, 198.51.100.7', '198.51.100.7'],
    ['10.1.1.1', '10.1.1.1'],
    ['unknown', '10.0.0.9'],
    ['198.51.100.7, unknown, 10.0.0.1', '10.0.0.1'],
    ['198.51.100.7,', '10.0.0.9'],
    ['1e9', '10.0.0.9'],
    [undefined, '10.0.0.9'],
  ])('from a trusted proxy with X-Forwarded-For: %s is %s', (forwarded, address) => {
    expect(clientOf(['10.0.0.0/8'], '10.0.0.9', forwarded).address).toBe(address);
    expect(clientOf(['10.0.0.0/8'], '::ffff:10.0.0.9', forwarded).address).toBe(address);
    expect(clientOf(['10.0.0.0/8'], '11.0.0.9', forwarded).address).toBe('11.0.0.9');
  });

  it('from a trusted program on this machine is the forwarded address', () => {
    const forwarded = '198.51.100.7';
    const client = { address: forwarded, limited: forwarded };
    expect(clientOf(['127.0.0.1'], '127.0.0.1', forwarded)).toEqual(client);
    expect(clientOf(['::1'], '::1', forwarded)).toEqual(client);
    expect(clientOf(['unix:'], undefined, forwarded)).toEqual(client);
    expect(clientOf(['127.0.0.1'], undefined, forwarded).limited).toBe(undefined);
    expect(clientOf(['127.0.0.1'], '127.0.0.1').limited).toBe(undefined);
  });

  it.each([
    ['127.0.0.1, 10.1.2.3', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1'],
    ['127.9.9.9:4711', '127.9.9.9'],
    ['::1', '0:0:0:0'],
    ['[::1]:4711', '0:0:0:0'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['0:0:0:0:0:ffff:7f00:1', '127.0.0.1'],
    ['::1%lo, 10.1.2.3, 10.0.0.1', '0:0:0:0'],
    ['localhost', '127.0.0.1'],
    ['unix:', '127.0.0.1'],
    ['127.0.0.1, unknown', '127.0.0.1'],
    ['127.0.0.1,', '127.0.0.1'],
    ['', '127.0.0.1'],
  ])(
    'has limits when a proxy on this machine forwards it with X-Forwarded-For: %s',
    (header, limited) => {
      const trusted = ['127.0.0.0/8', '10.0.0.0/8'];
      expect(clientOf(trusted, '127.0.0.1', header).limited).toBe(limited);
    },
  );

  it.each([{ forwarded: 'for=127.0.0.1' }, { via: '1.1 proxy' }])(
    'has limits when a proxy on this machine forwards it with only %j',
    (headers) => {
      const ofRequest = (remoteAddress?: string) =>
        createClientFinder(['127.0.0.1', 'unix:']).ofRequest({
          socket: { remoteAddress },
          headers,
        });
      expect(ofRequest('127.0.0.1').limited).toBe('127.0.0.1');
      expect(ofRequest().limited).toBe('unix:');
    },
  );

  it('has limits when its connection was reset before its address was read', () => {
    const finder = createClientFinder(['unix:']);
    const socket = { remoteAddress: undefined, localAddress: '192.0.2.80' };
    const unknown = { address: undefined, limited: 'unknown' };
    expect(finder.ofRequest({ socket, headers: {} })).toEqual(unknown);
    expect(finder.ofRequest({ socket, headers: { 'x-forwarded-for': '127.0.0.1' } })).toEqual(
      unknown,
    );
    expect(finder.ofConnection(socket)).toEqual(unknown);
  });

  it('is found for trusted IPv6 networks', () => {
    const trusted = ['2001:db8:5::/48'];
    expect(clientOf(trusted, '2001:db8:5:1::1', '192.0.2.1').address).toBe('192.0.2.1');
    expect(clientOf(trusted, '2001:db8:6:1::1', '192.0.2.1').address).toBe('2001:db8:6:1::1');
  });

  it('has no limits on connections if it is a trusted proxy', () => {
    const finder = createClientFinder(['10.0.0.0/8']);
    expect(finder.ofConnection({ remoteAddress: '10.0.0.1' }).limited).toBe(undefined);
    expect(finder.ofConnection({ remoteAddress: '192.0.2.1' }).limited).toBe('192.0.2.1');
  });
});

describe('A trusted proxy', () => {
  it.each(['', 'proxy.example.org', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129', '10/8'])(
    'must be an address or a network, not %j',
    (text) => {
      expect(() => createClientFinder([text])).toThrow(
        `trusted proxy: expected an address, a network such as 10.0.0.0/8 or unix:, found '${text}'`,
      );
    },
  );
});
