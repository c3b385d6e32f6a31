/** The number that the address names, to which the page goes: a figure of an answer may lead here. */
import { useEffect, useRef } from 'preact/hooks';

export function Found({ text }: { readonly text: string }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'center', inline: 'center' }), []);
  return <mark ref={place}>{text}</mark>;
}
