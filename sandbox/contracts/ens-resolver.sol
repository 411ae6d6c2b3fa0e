// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface NameOwners {
  function owner(bytes32 node) external view returns (address);
}

/// Addresses (ERC-137, ERC-2304) and names (ERC-181) of nodes, told by their owners. The registry is written into slot 0.
contract EnsResolver {
  uint256 private constant ETHEREUM = 60;

  address private registry;
  mapping(bytes32 => mapping(uint256 => bytes)) private addresses;
  mapping(bytes32 => string) public name;

  event AddressChanged(bytes32 indexed node, uint256 coinType, bytes newAddress);
  event NameChanged(bytes32 indexed node, string name);

  modifier onlyOwner(bytes32 node) {
    require(msg.sender == NameOwners(registry).owner(node), 'not the owner');
    _;
  }

  function supportsInterface(bytes4 id) external pure returns (bool) {
    return id == 0x01ffc9a7 || id == 0x3b3b57de || id == 0xf1cb7e06 || id == 0x691f3431;
  }

  function addr(bytes32 node) external view returns (address) {
    return address(bytes20(addresses[node][ETHEREUM]));
  }

  function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
    return addresses[node][coinType];
  }

  function setAddr(bytes32 node, uint256 coinType, bytes calldata newAddress) external onlyOwner(node) {
    addresses[node][coinType] = newAddress;
    emit AddressChanged(node, coinType, newAddress);
  }

  function setName(bytes32 node, string calldata newName) external onlyOwner(node) {
    name[node] = newName;
    emit NameChanged(node, newName);
  }
}
