/** Sum of what `value` says of each item. */
export const sum = <Item>(items: Iterable<Item>, value: (item: Item) => number): number => {
  let total = 0;
  for (const item of items) total += value(item);
  return total;
};
