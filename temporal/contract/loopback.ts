/** Whether an address is this machine's own, which no other machine can reach. */

const LOOPBACK = /^(localhost|(::ffff:)?127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** `host`: a name or an address, without a port. A name other than `localhost` may mean anything. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** `header`: the value of `Host`, with or without a port. */
export const isLoopbackHeader = (header = ''): boolean => isLoopback(header.replace(/:\d+$/, ''));
