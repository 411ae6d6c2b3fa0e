// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC721} from '@openzeppelin/contracts/token/ERC721/ERC721.sol';
import {ERC721URIStorage} from '@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol';
import {ECDSA} from '@openzeppelin/contracts/utils/cryptography/ECDSA.sol';

interface SigningContract {
  function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4);
}

/// The identity registry of ERC-8004: agents are ERC-721 tokens, numbered from 0, that point to a registration file.
/// Stands behind a proxy by code alone, so nothing may depend on a constructor.
contract AgentIdentityRegistry is ERC721URIStorage {
  struct MetadataEntry {
    string metadataKey;
    bytes metadataValue;
  }

  string private constant WALLET_KEY = 'agentWallet';
  uint256 private constant LONGEST_DEADLINE = 5 minutes;
  bytes32 private constant DOMAIN_TYPEHASH =
    keccak256('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)');
  bytes32 private constant WALLET_TYPEHASH =
    keccak256('AgentWalletSet(uint256 agentId,address newWallet,address owner,uint256 deadline)');

  uint256 private nextId;
  mapping(uint256 => mapping(string => bytes)) private metadataOf;

  event Registered(uint256 indexed agentId, string agentURI, address indexed owner);
  event MetadataSet(uint256 indexed agentId, string indexed indexedMetadataKey, string metadataKey, bytes metadataValue);
  event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy);

  constructor() ERC721('', '') {}

  modifier onlyAuthorized(uint256 agentId) {
    require(isAuthorizedOrOwner(msg.sender, agentId), 'not authorized');
    _;
  }

  modifier unreserved(string memory key) {
    require(keccak256(bytes(key)) != keccak256(bytes(WALLET_KEY)), 'reserved key');
    _;
  }

  function name() public pure override returns (string memory) {
    return 'AgentIdentity';
  }

  function symbol() public pure override returns (string memory) {
    return 'AGENT';
  }

  function getVersion() external pure returns (string memory) {
    return '2.0.0';
  }

  function register() external returns (uint256) {
    return create('');
  }

  function register(string memory agentURI) external returns (uint256) {
    return create(agentURI);
  }

  function register(string memory agentURI, MetadataEntry[] memory metadata) external returns (uint256 agentId) {
    agentId = create(agentURI);
    for (uint256 index; index < metadata.length; index++) {
      writeFreely(agentId, metadata[index].metadataKey, metadata[index].metadataValue);
    }
  }

  function setAgentURI(uint256 agentId, string calldata newURI) external onlyAuthorized(agentId) {
    _setTokenURI(agentId, newURI);
    emit URIUpdated(agentId, newURI, msg.sender);
  }

  function getMetadata(uint256 agentId, string memory metadataKey) external view returns (bytes memory) {
    return metadataOf[agentId][metadataKey];
  }

  function setMetadata(uint256 agentId, string memory metadataKey, bytes memory metadataValue) external onlyAuthorized(agentId) {
    writeFreely(agentId, metadataKey, metadataValue);
  }

  function getAgentWallet(uint256 agentId) external view returns (address) {
    _requireOwned(agentId);
    bytes memory wallet = metadataOf[agentId][WALLET_KEY];
    return wallet.length == 20 ? address(bytes20(wallet)) : address(0);
  }

  /// The wallet itself has to agree: by its signature, or by ERC-1271 where it is a contract.
  function setAgentWallet(
    uint256 agentId, address newWallet, uint256 deadline, bytes calldata signature
  ) external onlyAuthorized(agentId) {
    require(newWallet != address(0), 'no wallet');
    require(block.timestamp <= deadline && deadline <= block.timestamp + LONGEST_DEADLINE, 'bad deadline');
    bytes32 message = keccak256(abi.encode(WALLET_TYPEHASH, agentId, newWallet, ownerOf(agentId), deadline));
    bytes32 digest = keccak256(abi.encodePacked('\x19\x01', domainSeparator(), message));
    bool agreed = newWallet.code.length == 0
      ? ECDSA.recover(digest, signature) == newWallet
      : SigningContract(newWallet).isValidSignature(digest, signature) == SigningContract.isValidSignature.selector;
    require(agreed, 'invalid signature');
    write(agentId, WALLET_KEY, abi.encodePacked(newWallet));
  }

  function unsetAgentWallet(uint256 agentId) external onlyAuthorized(agentId) {
    write(agentId, WALLET_KEY, '');
  }

  function isAuthorizedOrOwner(address spender, uint256 agentId) public view returns (bool) {
    return _isAuthorized(_requireOwned(agentId), spender, agentId);
  }

  function domainSeparator() private view returns (bytes32) {
    return keccak256(abi.encode(DOMAIN_TYPEHASH, keccak256('ERC8004IdentityRegistry'), keccak256('1'), block.chainid, address(this)));
  }

  function create(string memory agentURI) private returns (uint256 agentId) {
    agentId = nextId++;
    _safeMint(msg.sender, agentId);
    if (bytes(agentURI).length > 0) _setTokenURI(agentId, agentURI);
    emit Registered(agentId, agentURI, msg.sender);
    write(agentId, WALLET_KEY, abi.encodePacked(msg.sender));
  }

  function writeFreely(uint256 agentId, string memory key, bytes memory value) private unreserved(key) {
    write(agentId, key, value);
  }

  function write(uint256 agentId, string memory key, bytes memory value) private {
    metadataOf[agentId][key] = value;
    emit MetadataSet(agentId, key, key, value);
  }

  /// A wallet that agreed to serve one owner has not agreed to serve the next.
  function _update(address to, uint256 agentId, address authority) internal override returns (address from) {
    from = super._update(to, agentId, authority);
    if (from != address(0) && to != address(0)) write(agentId, WALLET_KEY, '');
  }
}
