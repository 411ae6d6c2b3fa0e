// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface NameRegistry {
  function resolver(bytes32 node) external view returns (address);
}

interface NameResolver {
  function addr(bytes32 node, uint256 coinType) external view returns (bytes memory);
  function name(bytes32 node) external view returns (string memory);
}

/// Answers the questions that wallets ask of ENS in one call (ENSIP-23), for names with resolvers on this chain; no gateway is
/// ever asked. The registry is written into slot 0.
contract EnsUniversalResolver {
  error ResolverNotFound(bytes name);
  error ResolverError(bytes errorData);
  error ReverseAddressMismatch(string primary, bytes primaryAddress);

  address private registry;

  function resolveWithGateways(bytes memory name, bytes calldata data, string[] calldata) external view returns (bytes memory, address) {
    address resolver = resolverOf(name);
    (bool success, bytes memory answer) = resolver.staticcall(data);
    if (!success) revert ResolverError(answer);
    return (answer, resolver);
  }

  /// The name of an address, only if the name leads back to it.
  function reverseWithGateways(bytes calldata lookupAddress, uint256 coinType, string[] calldata)
    external view
    returns (string memory primary, address resolver, address reverseResolver)
  {
    bytes memory reverseName = abi.encodePacked(bytes1(uint8(2 * lookupAddress.length)), hexOf(lookupAddress), '\x04addr\x07reverse\x00');
    reverseResolver = NameRegistry(registry).resolver(nodeOf(reverseName, 0));
    if (reverseResolver == address(0)) return ('', address(0), address(0));
    primary = NameResolver(reverseResolver).name(nodeOf(reverseName, 0));
    if (bytes(primary).length == 0) return ('', address(0), reverseResolver);
    bytes memory name = encoded(bytes(primary));
    resolver = resolverOf(name);
    bytes memory found = NameResolver(resolver).addr(nodeOf(name, 0), coinType);
    if (keccak256(found) != keccak256(lookupAddress)) revert ReverseAddressMismatch(primary, found);
  }

  function resolverOf(bytes memory name) private view returns (address resolver) {
    resolver = NameRegistry(registry).resolver(nodeOf(name, 0));
    if (resolver == address(0)) revert ResolverNotFound(name);
  }

  /// The node of a name in the form of DNS, from the label at `offset` on.
  function nodeOf(bytes memory name, uint256 offset) private pure returns (bytes32) {
    uint256 length = uint8(name[offset]);
    if (length == 0) return 0;
    bytes memory label = new bytes(length);
    for (uint256 index; index < length; index++) label[index] = name[offset + 1 + index];
    return keccak256(abi.encodePacked(nodeOf(name, offset + 1 + length), keccak256(label)));
  }

  /// `a.eth` in the form of DNS.
  function encoded(bytes memory text) private pure returns (bytes memory name) {
    name = new bytes(text.length + 2);
    uint256 start;
    for (uint256 index; index <= text.length; index++) {
      if (index < text.length && text[index] != '.') {
        name[index + 1] = text[index];
      } else {
        name[start] = bytes1(uint8(index - start));
        start = index + 1;
      }
    }
  }

  function hexOf(bytes calldata value) private pure returns (bytes memory text) {
    bytes16 digits = '0123456789abcdef';
    text = new bytes(2 * value.length);
    for (uint256 index; index < value.length; index++) {
      text[2 * index] = digits[uint8(value[index]) >> 4];
      text[2 * index + 1] = digits[uint8(value[index]) & 15];
    }
  }
}
