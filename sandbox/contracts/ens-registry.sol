// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Who owns a name, and which resolver knows it (ERC-137). The root's owner is written into slot 0.
contract EnsRegistry {
  struct Record {
    address owner;
    address resolver;
  }

  address private root;
  mapping(bytes32 => Record) private records;

  event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
  event NewResolver(bytes32 indexed node, address resolver);

  function owner(bytes32 node) public view returns (address) {
    return node == 0 ? root : records[node].owner;
  }

  function resolver(bytes32 node) external view returns (address) {
    return records[node].resolver;
  }

  function recordExists(bytes32 node) external view returns (bool) {
    return owner(node) != address(0);
  }

  function setSubnodeOwner(bytes32 node, bytes32 label, address newOwner) external returns (bytes32 subnode) {
    require(msg.sender == owner(node), 'not the owner');
    subnode = keccak256(abi.encodePacked(node, label));
    records[subnode].owner = newOwner;
    emit NewOwner(node, label, newOwner);
  }

  function setResolver(bytes32 node, address newResolver) external {
    require(msg.sender == owner(node), 'not the owner');
    records[node].resolver = newResolver;
    emit NewResolver(node, newResolver);
  }
}
