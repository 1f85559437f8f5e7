import { ObjectId, type MongoClient } from "mongodb"

type Document = Record<string, unknown>

/** Collections in memory, with the methods that `@auth/mongodb-adapter` calls. No MongoDB server can be installed here. */
export function mongoStandIn(): MongoClient {
  const collections = new Map<string, Document[]>()
  const collection = (name: string) => {
    const rows = collections.get(name) ?? []
    collections.set(name, rows)
    return operationsOn(rows)
  }
  return { db: () => ({ collection }) } as unknown as MongoClient // the adapter uses nothing else
}

function operationsOn(rows: Document[]) {
  const at = (filter: Document) => rows.findIndex((row) => matches(row, filter))
  const taken = (filter: Document): Document | null => {
    const index = at(filter)
    return index < 0 ? null : (rows.splice(index, 1)[0] ?? null)
  }
  return {
    insertOne: async (row: Document) => void rows.push({ _id: new ObjectId(), ...row }),
    findOne: async (filter: Document) => structured(rows[at(filter)]),
    findOneAndUpdate: async (filter: Document, { $set }: { $set: Document }) => {
      const row = rows[at(filter)]
      return structured(row && Object.assign(row, $set))
    },
    findOneAndDelete: async (filter: Document) => taken(filter),
    deleteOne: async (filter: Document) => void taken(filter),
    deleteMany: async (filter: Document) => {
      for (; taken(filter) !== null;);
    },
  }
}

function structured(row: Document | undefined): Document | null {
  return row ? { ...row } : null
}

// As in MongoDB, an object of operators is a query
function matches(row: Document, filter: Document): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    const found = row[name] ?? null
    if (wanted instanceof ObjectId) return found instanceof ObjectId && wanted.equals(found)
    if (typeof wanted !== "object" || wanted === null) return found === (wanted ?? null)
    const { $gt, $ne } = wanted as Document
    return $gt !== undefined ? typeof found === "string" && found > String($gt) : $ne !== undefined && found !== $ne
  })
}
