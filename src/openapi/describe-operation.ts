/** "List tags." from `tags_list`: for operations whose description is that of a base class, or none. */
export function describeOperation(id: string, path: string): string {
  const [, noun = id, verb] = id.match(/^(.+?)_(list|retrieve|create|partial_update|update|destroy)$/) ?? [];
  const things = noun.replaceAll('_', ' ');
  const thing = toSingular(things);
  switch (verb) {
    case 'list':
      return `List ${things}.`;
    case 'retrieve':
      return path.includes('{') ? `Get one ${thing}.` : `Get ${things}.`;
    case 'create':
      return `Create a ${thing}.`;
    case 'update':
      return `Replace a ${thing}.`;
    case 'partial_update':
      return `Change a ${thing}.`;
    case 'destroy':
      return `Delete a ${thing}.`;
    default: {
      const words = id.replaceAll('_', ' ');
      return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
    }
  }
}

function toSingular(things: string): string {
  if (/(us|ss|ics)$/.test(things)) return things;
  return things.replace(/ies$/, 'y').replace(/s$/, '');
}
