/**
 * The page of a link, `#/shared/SECRET`, shows one thing to somebody without an account. An address of another kind, or of
 * another link, loads the page anew: nothing of an account is left in the page of a link, nor the other way round.
 */
import { options } from 'preact';

const secretIn = (hash: string): string | undefined => /^#\/shared\/([\w-]+)/.exec(hash)?.[1];

/** From the link that opened the page; undefined for who signs in. */
export const secret = secretIn(location.hash);
export const isGuest = secret !== undefined;

/** The views are those of the owner: what would lead a guest away from theirs is text, and buttons are left out by the style sheet. */
if (isGuest)
  options.vnode = ({ type, props }) => {
    if (type === 'a' && 'href' in props && props.href === '')
      Object.assign(props, { href: undefined, 'aria-label': undefined });
  };

// Before the router hears of it: nothing of the new address is shown, or asked for, by the page of the old one.
addEventListener('hashchange', (event) => {
  if (secretIn(location.hash) === secret) return;
  event.stopImmediatePropagation();
  location.reload();
});
