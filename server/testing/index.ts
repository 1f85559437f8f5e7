export {
  ADAPTER_RULES,
  CORE_RULES,
  runAdapterContract,
  type ContractDatabase,
  type ContractRunner,
} from "./adapter-contract.ts"
