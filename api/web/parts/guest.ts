/**
 * Guest mode. The page of a shared link, `#/shared/SECRET`, shows one record without an account. Moving between this
 * page and other addresses reloads the page, so that the data of an account and of a guest never mix.
 */
import { options } from 'preact';

const secretIn = (hash: string): string | undefined => /^#\/shared\/([\w-]+)/.exec(hash)?.[1];

/** Secret of the link that opened the page; undefined outside guest mode. */
export const secret = secretIn(location.hash);
export const isGuest = secret !== undefined;

/** A link to a view that is closed to guests becomes text; the style sheet hides buttons. */
if (isGuest)
  options.vnode = ({ type, props }) => {
    if (type === 'a' && 'href' in props && props.href === '')
      Object.assign(props, { href: undefined, 'aria-label': undefined });
  };

// This listener runs before the router, so that the old page does not load data of the new address.
addEventListener('hashchange', (event) => {
  if (secretIn(location.hash) === secret) return;
  event.stopImmediatePropagation();
  location.reload();
});
