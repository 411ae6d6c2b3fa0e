/** What we use of the package, which has no types of its own. */
declare module 'onnxruntime-node' {
  export interface OnnxTensor {
    readonly data: unknown
  }

  export interface OnnxSession {
    run(inputs: Readonly<Record<string, OnnxTensor>>): Promise<Readonly<Record<string, OnnxTensor | undefined>>>
  }

  export interface OnnxRuntime {
    readonly InferenceSession: {
      create(model: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<OnnxSession>
    }
    readonly Tensor: {
      new (type: 'float32', data: Float32Array, dimensions: readonly number[]): OnnxTensor
      new (type: 'int64', data: BigInt64Array, dimensions: readonly number[]): OnnxTensor
    }
  }

  const runtime: OnnxRuntime
  export default runtime
}
