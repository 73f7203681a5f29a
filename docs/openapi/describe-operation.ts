/** "List tags." from `tags_list`: for operations whose description is that of a base class, or none. */
export function describeOperation(id: string, method: string, path: string): string {
  const [, noun = id, verb] = id.match(/^(.+?)_(list|retrieve|create|partial_update|update|destroy)$/) ?? [];
  const things = noun.replaceAll('_', ' ');
  const thing = toSingular(things);
  // A name that says something else than the method does is not believed.
  switch (verb !== undefined && METHODS[verb] === method ? verb : undefined) {
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

const METHODS: Readonly<Record<string, string>> = {
  list: 'GET',
  retrieve: 'GET',
  create: 'POST',
  update: 'PUT',
  partial_update: 'PATCH',
  destroy: 'DELETE',
};
